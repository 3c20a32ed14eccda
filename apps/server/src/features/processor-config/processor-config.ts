import { processorConfigFields, processorConfigs } from '@parada/contract/calls/processor-configs'
import type { Call } from '@parada/contract/kit'
import { recordsOf } from '@parada/db/list/records'
import {
  activeProcessorConfig,
  deleteDataConfig,
  insertDataConfig,
  isPaymentAccount,
  type ProcessorConfig,
  readProcessorConfig,
  updateDataConfig,
} from '@parada/db/queries/processor-configs'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import type { Ids, OnProblem } from '@parada/domain/access/values'
import { accountsToCreateFor, isAmong } from '@parada/domain/authorization/access'
import { required } from '@parada/domain/objects'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user' | 'log'>

/** Maximum size of a list without limit. */
const unlimited = 1_000

const records = recordsOf(processorConfigFields, { table: 'processor_config' })

/** Administrators reach every payment account, other users those they may create authorizations for. */
const accountsReached = (grants: Grants, onProblem: OnProblem): Ids =>
  isGranted(grants, 'adminControl') ? 'all' : accountsToCreateFor(grants, onProblem)

const accountsOf = (context: Context) => accountsReached(context.user.grants, logUnreadable(context))

const page = listReader(processorConfigs.list, {
  table: 'processor_config',
  isCounted: true,
  scope: { field: 'idPaymentAccount', ids: accountsReached },
})

const seen = (context: Context, config: ProcessorConfig | undefined) => {
  if (!config || !isAmong(accountsOf(context), config.idPaymentAccount)) throw refuse.notFound()
  return config
}

const configFor = async (context: Context, id: number) =>
  seen(context, await readProcessorConfig(context.tx, context.tenant.id, id))

const checkAccount = async ({ tx, tenant }: Context, id: number) => {
  if (!(await isPaymentAccount(tx, tenant.id, id)))
    throw refuse.field('idPaymentAccount', `idPaymentAccount: account ${id} doesn't exist`)
}

const checkId = (id: number | undefined, ofPath: number) => {
  if (id !== undefined && id !== ofPath) throw refuse.field('id', 'id: must match the id in the path')
}

const list = (context: SignedInContext<typeof processorConfigs.list>) => {
  const { activeForm, mode: _, noLimitResults, ...asked } = context.query
  const query = {
    ...asked,
    ...(activeForm && { activeForm: String(activeForm === '1') }),
    ...(noLimitResults === 'true' && { pageNumber: 0, resultsPerPage: unlimited }),
  }
  return page(context, { query })
}

export const processorConfigHandlers: Handlers<typeof processorConfigs> = {
  list,
  find: async (context) => {
    const { tx, tenant, query } = context
    return { processorConfig: seen(context, await activeProcessorConfig(tx, tenant.id, query.idPaymentAccount)) }
  },
  get: async (context) => ({ processorConfig: await configFor(context, context.params.id) }),
  create: async (context) => {
    const { tx, tenant, body } = context
    await checkAccount(context, body.idPaymentAccount)
    return { processorConfig: await configFor(context, required(await records.insert(tx, tenant.id, body))) }
  },
  update: async (context) => {
    const { tx, tenant, params, body } = context
    checkId(body.id, params.id)
    await checkAccount(context, body.idPaymentAccount)
    if (!(await records.update(tx, tenant.id, params.id, body))) throw refuse.notFound()
    return { processorConfig: await configFor(context, params.id) }
  },
  enableCachet: async (context) => {
    const { tx, tenant, params, body } = context
    if (!(await records.update(tx, tenant.id, params.id, body))) throw refuse.notFound()
    return { processorConfig: await configFor(context, params.id) }
  },
  dataConfigs: async (context) => {
    const { dataConfigs } = await configFor(context, context.params.id)
    return { dataConfigs }
  },
  dataConfig: async (context) => {
    const { dataConfigs } = await configFor(context, context.params.id)
    const dataConfig = dataConfigs.find(({ id }) => id === context.params.idDataConfig)
    if (!dataConfig) throw refuse.notFound()
    return { dataConfig }
  },
  createDataConfig: async (context) => {
    const { tx, tenant, params, body } = context
    await configFor(context, params.id)
    return { dataConfig: await insertDataConfig(tx, tenant.id, params.id, body) }
  },
  updateDataConfig: async ({ tx, tenant, params, body }) => {
    checkId(body.id, params.idDataConfig)
    const dataConfig = await updateDataConfig(tx, tenant.id, params.id, { ...body, id: params.idDataConfig })
    if (!dataConfig) throw refuse.notFound()
    return { dataConfig }
  },
  deleteDataConfig: async ({ tx, tenant, params }) => {
    if (!(await deleteDataConfig(tx, tenant.id, params.id, params.idDataConfig))) throw refuse.notFound()
    return undefined
  },
}
