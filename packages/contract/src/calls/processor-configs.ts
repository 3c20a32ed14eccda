import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { fields, flag, list, number, rowOf, text } from '../list.ts'

const base = 'processor' as const
const reading = anyOf('editAuthorizationByPA', 'createAuthorizationByPA', 'adminControl')
const writing = anyOf('adminControl')
const one = withParams({ id })
const oneData = withParams({ id, idDataConfig: id })

export const ProcessorDataConfig = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string(),
  /** 0 asks the first time, 1 always, any other value never (O2-55). */
  enforce: z.int(),
})

export const processorConfigFields = fields({
  id: number,
  idPaymentAccount: number,
  name: text.notSorted,
  activeForm: flag.notFiltered.notSorted,
  enableCachet: flag.notSorted,
})
export const ProcessorConfigRow = rowOf(processorConfigFields)

export const ProcessorConfig = ProcessorConfigRow.extend({ dataConfigs: z.array(ProcessorDataConfig) })

const body = z.strictObject({
  idPaymentAccount: z.int().positive(),
  name: z.string().trim().max(200).default(''),
  activeForm: z.boolean().default(true),
  enableCachet: z.boolean().default(false),
})

const dataBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  value: z.string().max(2_000).default(''),
  enforce: z.int32().default(0),
})

const Answer = z.object({ processorConfig: ProcessorConfig })
const DataAnswer = z.object({ dataConfig: ProcessorDataConfig })

export const processorConfigs = {
  list: list({
    base,
    path: '/processorConfig/:sd/list',
    access: reading,
    summary: 'Processor configs of the payment accounts the user may create authorizations for',
    key: 'processorConfigList',
    fields: processorConfigFields,
    resultsPerPage: 10,
    query: {
      activeForm: z.enum(['0', '1']).optional(),
      mode: z.enum(['formsToCreateAuth', 'grid']).optional(),
      noLimitResults: z.enum(['true', 'false']).optional(),
    },
  }),
  find: call({
    base,
    method: 'GET',
    path: '/processorConfig/:sd/get-processor-config',
    access: reading,
    summary: 'The first processor config of a payment account whose form is active',
    query: z.strictObject({ idPaymentAccount: id }),
    response: Answer,
  }),
  get: call({
    base,
    method: 'GET',
    path: '/processorConfig/:sd/:id',
    access: reading,
    summary: 'One processor config with its data configs',
    params: one,
    response: Answer,
  }),
  create: call({
    base,
    method: 'POST',
    path: '/processorConfig/:sd/',
    access: writing,
    summary: 'A new processor config',
    body,
    isIdempotent: true,
    code: 201,
    response: Answer,
  }),
  update: call({
    base,
    method: 'PUT',
    path: '/processorConfig/:sd/:id',
    access: writing,
    summary: 'Changes a processor config',
    params: one,
    body: body.extend({ id: z.int().optional() }),
    response: Answer,
  }),
  enableCachet: call({
    base,
    method: 'PUT',
    path: '/processorConfig/:sd/:id/enableCachet',
    access: writing,
    summary: 'Switches the cache of a processor config on or off',
    params: one,
    body: z.strictObject({ enableCachet: z.boolean() }),
    response: Answer,
  }),
  dataConfigs: call({
    base,
    method: 'GET',
    path: '/processorConfig/:sd/:id/dataConfigs',
    access: reading,
    summary: 'The data configs of a processor config',
    params: one,
    response: z.object({ dataConfigs: z.array(ProcessorDataConfig) }),
  }),
  createDataConfig: call({
    base,
    method: 'POST',
    path: '/processorConfig/:sd/:id/dataConfigs',
    access: writing,
    summary: 'A new data config',
    params: one,
    body: dataBody,
    isIdempotent: true,
    code: 201,
    response: DataAnswer,
  }),
  dataConfig: call({
    base,
    method: 'GET',
    path: '/processorConfig/:sd/:id/dataConfigs/:idDataConfig',
    access: reading,
    summary: 'One data config',
    params: oneData,
    response: DataAnswer,
  }),
  updateDataConfig: call({
    base,
    method: 'PUT',
    path: '/processorConfig/:sd/:id/dataConfigs/:idDataConfig',
    access: writing,
    summary: 'Changes a data config',
    params: oneData,
    body: dataBody.extend({ id: z.int().optional() }),
    response: DataAnswer,
  }),
  deleteDataConfig: call({
    base,
    method: 'DELETE',
    path: '/processorConfig/:sd/:id/dataConfigs/:idDataConfig',
    access: writing,
    summary: 'Deletes a data config',
    params: oneData,
    code: 204,
    response: z.undefined(),
  }),
}
