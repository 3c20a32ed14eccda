import type { PromoOfUser } from '@parada/contract/calls/promos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../testing/desk.ts'
import { linkApp, makePromo } from '../../wallet/testing.ts'

let desk: Desk
let tell: Awaited<ReturnType<typeof linkApp>>
beforeAll(async () => {
  desk = await openDesk()
  tell = await linkApp(desk)
  await desk.owner.query('update promo set active = false')
})
afterAll(() => desk.stop())

let taken = 0
const newUser = async () => {
  const [made] = await desk.rows<{ id: number }>(
    `insert into app_user (tenant_id, is_customer, id_white_label, first_name, last_name, mobile_number)
     values (1, true, 1, 'Zenobia', 'Quirós', $1) returning id::int`,
    [`69800${String(++taken).padStart(4, '0')}`],
  )
  return made?.id ?? 0
}

const erase = (id: number) => desk.ask('DELETE', `/users/demo/${id}/personalData`, { confirmedId: id }, 'administrator')
const addDocument = (idUser: number, headers?: Record<string, string>) =>
  desk.ask('POST', '/documents/demo/', { idUser, type: 'selfie', firstName: 'Zenobia' }, 'administrator', headers)
const redeem = (idUser: number, code: string) =>
  desk.ask<{ promo: PromoOfUser }>('POST', '/promo/demo/redeem', { idUser, code }, 'administrator')
const count = async (table: string, idUser: number) =>
  (await desk.rows(`select from ${table} where tenant_id = 1 and id_user = $1`, [idUser])).length

describe('a user whose data was erased', () => {
  it('gets no document that was being created at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await newUser()
      const asked = Array.from({ length: 8 }, () => addDocument(id))
      expect((await erase(id)).status).toBe(200)
      await Promise.all(asked)
      expect(await count('identity_document', id)).toBe(0)
    }
  })

  it('cannot have money moved or a code redeemed', async () => {
    const id = await newUser()
    await makePromo(desk, { actions_to_create: ['redeemCode'] }, { code: 'TARDE' })
    await tell({ type: 'payment', idUser: id, amount: 1_000, concept: 'Recarga' })
    await erase(id)
    expect((await redeem(id, 'TARDE')).status).toBe(404)
    expect((await tell({ type: 'payment', idUser: id, amount: 1_000, concept: 'Zenobia' })).status).toBe(404)
    expect(await count('wallet_movement', id)).toBe(1)
  })

  it('is not named in wallet movements, which keep their amounts, or in stored responses', async () => {
    const id = await newUser()
    await addDocument(id, { 'idempotency-key': crypto.randomUUID() })
    await tell({ type: 'payment', idUser: id, amount: 1_000, concept: 'Recarga de Zenobia' })
    await tell({ type: 'ride', idUser: id, amount: 300, concept: 'Viaje de Zenobia' })
    await erase(id)
    const moved = await desk.rows(
      'select amount, balance::int, concept from wallet_movement where tenant_id = 1 and id_user = $1 order by number',
      [id],
    )
    expect(moved).toEqual([
      { amount: 1_000, balance: 1_000, concept: '—' },
      { amount: -300, balance: 700, concept: '—' },
    ])
    expect(await desk.rows("select from idempotent_answer where answer::text like '%Zenobia%'")).toEqual([])
  })

  it('is the only one whose wallet movements may change, and only by blanking the concept', async () => {
    const [id, other] = [await newUser(), await newUser()]
    for (const idUser of [id, other]) await tell({ type: 'payment', idUser, amount: 1_000, concept: 'Recarga' })
    await erase(id)
    const refused = 'A movement of a wallet never changes'
    const change = (set: string, idUser: number) =>
      desk.owner.query(`update wallet_movement set ${set} where tenant_id = 1 and id_user = $1`, [idUser])
    await expect(change("concept = '—'", other)).rejects.toThrow(refused)
    await expect(change("concept = '—', date = now()", id)).rejects.toThrow(refused)
    await expect(change("concept = 'Otra'", id)).rejects.toThrow(refused)
  })
})
