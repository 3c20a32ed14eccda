import type { insurerCases } from '@parada/contract/calls/assistance'
import type { Call } from '@parada/contract/kit'
import type { Tx } from '@parada/db/open'
import { type Insurer, insurerOf } from '@parada/db/queries/assistance'
import { cancelCase, takeCase } from '../../assistance/take-case.ts'
import type { Handlers, PublicContext } from '../../http/context.ts'
import { claimedSender } from '../../suppliers/signature.ts'
import { checkSigned } from './signed.ts'

type Context = Omit<PublicContext<Call>, 'body' | 'params' | 'query'> & { params: { sd: string } }
type Work<Answer> = (call: Pick<Context, 'tenant' | 'now' | 'log'> & { tx: Tx }, insurer: Insurer) => Promise<Answer>

/** Runs for the insurer whose secret signed the message. */
const asInsurer = <Answer>(context: Context, name: string, work: Work<Answer>) => {
  const { bodySha256, headers, inTenant, log, now, params, tenant } = context
  return inTenant(async (tx) => {
    const id = claimedSender(headers, 'insurer')
    const found = id === undefined ? undefined : await insurerOf(tx, tenant.id, id)
    const content = { method: 'POST', path: `/suppliers/${params.sd}/${name}`, bodySha256 }
    const insurer = checkSigned(found, found?.secret, { headers, now }, content)
    return work({ tx, tenant, now, log }, insurer)
  })
}

export const insurerCaseHandlers: Handlers<typeof insurerCases> = {
  post: async (context) => asInsurer(context, 'cases', (call, insurer) => takeCase(call, insurer, context.body)),
  cancel: async (context) =>
    asInsurer(context, 'cases/cancel', (call, insurer) => cancelCase(call, insurer, context.body)),
}
