import type { processorConfigs } from '@parada/contract/calls/processor-configs'
import type { Call } from '@parada/contract/kit'
import {
  activeProcessorConfig,
  deleteDataConfig,
  insertDataConfig,
  insertProcessorConfig,
  isPaymentAccount,
  type ProcessorConfig,
  processorConfigList,
  readProcessorConfig,
  switchCachet,
  updateDataConfig,
  updateProcessorConfig,
} from '@parada/db/queries/processor-configs'
import { isGranted } from '@parada/domain/access'
import type { Ids } from '@parada/domain/access-values'
import { accountsToCreateFor, isAmong } from '@parada/domain/authorization/access'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user' | 'log'>

/** As many as a list without limit may have. */
const unlimited = 1_000

/** Administrators reach every payment account; others those that they create authorizations for. */
const accountsOf = ({ user, log }: Context): Ids =>
  isGranted(user.grants, 'adminControl')
    ? 'all'
    : accountsToCreateFor(user.grants, (problem) => log.warn({ problem }, 'A permission cannot be read'))

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

const list = async (context: SignedInContext<typeof processorConfigs.list>) => {
  const { activeForm, mode: _, noLimitResults, ...asked } = context.query
  const accounts = accountsOf(context)
  const within = accounts === 'all' ? undefined : [{ field: 'idPaymentAccount' as const, values: [...accounts] }]
  const query = {
    ...asked,
    ...(activeForm && { activeForm: activeForm === '1' }),
    ...(noLimitResults === 'true' && { pageNumber: 0, resultsPerPage: unlimited }),
  }
  return processorConfigList.page(context.tx, context.tenant.id, query, within)
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
    return { processorConfig: await configFor(context, await insertProcessorConfig(tx, tenant.id, body)) }
  },
  update: async (context) => {
    const { tx, tenant, params, body } = context
    checkId(body.id, params.id)
    await checkAccount(context, body.idPaymentAccount)
    if (!(await updateProcessorConfig(tx, tenant.id, params.id, body))) throw refuse.notFound()
    return { processorConfig: await configFor(context, params.id) }
  },
  enableCachet: async (context) => {
    const { tx, tenant, params, body } = context
    if (!(await switchCachet(tx, tenant.id, params.id, body.enableCachet))) throw refuse.notFound()
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
