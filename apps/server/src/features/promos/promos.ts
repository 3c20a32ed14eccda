import { promos } from '@parada/contract/calls/promos'
import { codesOfPromo, lastUsesOf, promoColumns, promosOfUser, readPromo } from '@parada/db/queries/promos'
import { lockWallet, walletOwner } from '@parada/db/queries/wallet'
import { mayUseId } from '@parada/domain/access/values'
import { required } from '@parada/domain/objects'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { redeemCode } from '../../wallet/promos.ts'

const mostCodes = 500
const mostUses = 10

const list = listReader(promos.list, { table: 'promo', isCounted: true, columns: promoColumns })
const codes = listReader(promos.codes, { table: 'promo_code', isCounted: true })

const detail: Handlers<typeof promos>['detail'] = async ({ tx, tenant, user, params }) => {
  const [found, associated, uses] = await Promise.all([
    readPromo(tx, tenant.id, params.id),
    codesOfPromo(tx, tenant.id, params.id, mostCodes),
    lastUsesOf(tx, tenant.id, params.id, mostUses),
  ])
  if (!found) throw refuse.notFound()
  const { actionsToExecute, actionsToCreate, codes: count, ...promo } = found
  const promoDetail = {
    ...promo,
    compatibleActionsToExecute: actionsToExecute.join(','),
    compatibleActionsToCreate: actionsToCreate.join(','),
    promoCodesAssociated: count,
    lastUses: uses.map(({ idWhiteLabel, userName, ...use }) => ({
      ...use,
      userName: mayUseId(user.grants, 'viewUserByWhitelabel', idWhiteLabel) ? userName : null,
    })),
  }
  return { promoDetail, promoCodesAssociated: associated }
}

const byUser: Handlers<typeof promos>['byUser'] = async ({ tx, tenant, user, params }) => {
  const owner = await walletOwner(tx, tenant.id, params.idUser)
  if (!owner || !mayUseId(user.grants, 'viewUserByWhitelabel', owner.idWhiteLabel)) throw refuse.notFound()
  return { promosByUserList: await promosOfUser(tx, tenant.id, params.idUser) }
}

const redeem: Handlers<typeof promos>['redeem'] = async ({ tx, tenant, user, body, now }) => {
  const owner = await lockWallet(tx, tenant.id, body.idUser)
  if (!owner || !mayUseId(user.grants, 'editUserByWhitelabel', owner.idWhiteLabel)) throw refuse.notFound()
  const work = { tx, tenantId: tenant.id, idUser: body.idUser, now }
  const { outcome, idPromo } = await redeemCode(work, body.code)
  if (outcome === 'again') throw refuse.rule('problems.codeUsedAlready', 'code')
  const [promo] = await promosOfUser(tx, tenant.id, body.idUser, idPromo)
  return { promo: required(promo) }
}

export const promoHandlers: Handlers<typeof promos> = {
  list,
  export: listExport(promos.export, list),
  codes,
  exportCodes: listExport(promos.exportCodes, codes),
  detail,
  byUser,
  redeem,
}
