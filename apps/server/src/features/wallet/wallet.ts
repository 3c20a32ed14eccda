import type { AppEvent, wallet } from '@parada/contract/calls/wallet'
import type { Tx } from '@parada/db/open'
import { appSecret, isBookingOf } from '@parada/db/queries/promos'
import { balanceOf, lockWallet, moveMoney, movementsOf, walletOwner } from '@parada/db/queries/wallet'
import { mayUseId } from '@parada/domain/access/values'
import { movementsPerPage } from '@parada/domain/wallet/movements'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { verify } from '../../suppliers/signature.ts'
import { raiseActions, redeemCode, type WalletWork } from '../../wallet/promos.ts'

const movements: Handlers<typeof wallet>['movements'] = async ({ tx, tenant, user, params, query }) => {
  const { idUserProfile: idUser } = params
  const owner = await walletOwner(tx, tenant.id, idUser)
  if (!owner || !mayUseId(user.grants, 'viewUserByWhitelabel', owner.idWhiteLabel)) throw refuse.notFound()
  const [found, balance] = await Promise.all([
    movementsOf(tx, tenant.id, { idUser, ...query }),
    query.pageNumber === 0 ? balanceOf(tx, tenant.id, idUser) : undefined,
  ])
  return {
    ...(balance !== undefined && { balance }),
    movements: found.slice(0, movementsPerPage),
    hasMoreResults: found.length > movementsPerPage,
  }
}

type Money = Extract<AppEvent, { amount: number }>

const moveAmount = async (work: WalletWork, event: Money, app: string) => {
  const { tx, tenantId, idUser, now } = work
  const { type: kind, amount: cents, concept, idBooking } = event
  if (idBooking !== undefined && !(await isBookingOf(tx, tenantId, idBooking, idUser)))
    throw refuse.notFound('This user has no such booking')
  const key = `${app} ${event.id}`
  const moved = await moveMoney(tx, tenantId, { idUser, kind, cents, concept, key, idBooking: idBooking ?? null }, now)
  if (moved === 'tooLow') throw refuse.state('problems.balanceTooLow')
  if (moved === 'other') throw refuse.conflict('Something else was told under this id')
  if (moved === 'moved' && kind === 'payment')
    await raiseActions(work, { create: 'loadWallet', execute: 'loadWallet' }, { base: cents, key })
  return moved === 'again'
}

/** Handles an event, and gives true if it had no new effect. */
const takeEvent = async (work: WalletWork, event: AppEvent, app: string) => {
  if (event.type === 'userCreated')
    return (await raiseActions(work, { create: 'createUser' }, { base: 0, key: 'created' })) === 0
  if (event.type === 'codeRedeemed') return (await redeemCode(work, event.code)).outcome === 'again'
  return moveAmount(work, event, app)
}

type SignedMessage = {
  tenant: { id: number }
  params: { sd: string; idWhiteLabel: number }
  headers: Record<string, string | string[] | undefined>
  bodySha256: string
  now: Date
}

/** Without a valid signature of the app the response reveals nothing, not even which apps exist. */
const checkSignature = async (tx: Tx, { tenant, params, headers, bodySha256, now }: SignedMessage) => {
  const secret = await appSecret(tx, tenant.id, params.idWhiteLabel)
  const content = { method: 'POST', path: `/wallet/${params.sd}/apps/${params.idWhiteLabel}/events`, bodySha256 }
  const proof = secret ? verify(headers, secret.reveal(), content, now) : 'wrongSignature'
  if (proof === 'wrongClock') throw refuse.unauthenticated("The timestamp differs too much from the server's clock")
  if (proof !== 'good') throw refuse.unauthenticated('Wrong signature')
}

const appEvent: Handlers<typeof wallet>['appEvent'] = (context) =>
  context.inTenant(async (tx) => {
    const { tenant, params, body, now } = context
    await checkSignature(tx, context)
    const owner = await lockWallet(tx, tenant.id, body.idUser)
    if (owner?.idWhiteLabel !== params.idWhiteLabel) throw refuse.notFound('This app has no such user')
    const work = { tx, tenantId: tenant.id, idUser: body.idUser, now }
    const repeated = await takeEvent(work, body, `app ${params.idWhiteLabel}`)
    return { repeated, balance: await balanceOf(tx, tenant.id, body.idUser) }
  })

export const walletHandlers: Handlers<typeof wallet> = { movements, appEvent }
