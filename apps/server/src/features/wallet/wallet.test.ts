import type { WalletMovement } from '@parada/contract/calls/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../testing/desk.ts'
import { customersOf, linkApp, makePromo } from '../../wallet/testing.ts'

let desk: Desk
let tell: Awaited<ReturnType<typeof linkApp>>
let users: number[]
let other: number
beforeAll(async () => {
  desk = await openDesk()
  tell = await linkApp(desk)
  const customers = await customersOf(desk)
  users = customers.ids
  other = customers.other
  await desk.owner.query('update promo set active = false')
})
afterAll(() => desk.stop())

type Answer = { balance?: number; movements: WalletMovement[]; hasMoreResults: boolean }
const read = (idUser: number, query = '', as: 'administrator' | 'operator' | 'everything' = 'administrator') =>
  desk.get<Answer>(`/users/demo/profiles/${idUser}/walletMovements${query}`, as)

let taken = 0
/** A user with an empty wallet. */
const newUser = async () => {
  const [made] = await desk.rows<{ id: number }>(
    `insert into app_user (tenant_id, is_customer, id_white_label, first_name, last_name, mobile_number)
     values (1, true, 1, '<img src=x onerror=alert(1)>', 'Prueba', $1) returning id::int`,
    [`69900${String(++taken).padStart(4, '0')}`],
  )
  return made?.id ?? 0
}
const payment = { type: 'payment', amount: 1_000, concept: 'Recarga' } as const

describe('the movements of a wallet', () => {
  it('are listed newest first in pages, with the balance on the first page, and by booking (L-107)', async () => {
    const idUser = await newUser()
    const idBooking = await desk.bookEnded({ id_user: idUser })
    for (let n = 1; n <= 25; n++) await tell({ ...payment, idUser, amount: n * 100 })
    await tell({ type: 'ride', idUser, amount: 2_250, concept: 'Viaje', idBooking })
    const first = await read(idUser)
    expect(first.response).toMatchObject({ balance: 32_500 - 2_250, hasMoreResults: true })
    expect(first.response?.movements).toHaveLength(20)
    expect(first.response?.movements.slice(0, 2)).toEqual([
      { id: expect.any(Number), date: desk.now(), amount: -2_250, concept: 'Viaje', idBooking },
      { id: expect.any(Number), date: desk.now(), amount: 2_500, concept: 'Recarga', idBooking: null },
    ])
    const second = await read(idUser, '?pageNumber=1')
    expect(second.response?.movements.map(({ amount }) => amount)).toEqual([600, 500, 400, 300, 200, 100])
    expect(second.response).toMatchObject({ hasMoreResults: false })
    expect(second.response).not.toHaveProperty('balance')
    const ofBooking = await read(idUser, `?pageNumber=0&idBooking=${idBooking}`)
    expect(ofBooking.response?.movements.map(({ amount }) => amount)).toEqual([-2_250])
    expect((await read(idUser, '?pageNumber=7')).response?.movements).toEqual([])
  })

  it('are empty for a wallet that was never used', async () =>
    expect((await read(await newUser())).response).toEqual({ balance: 0, movements: [], hasMoreResults: false }))

  it('are for those who may see the user', async () => {
    expect((await read(other)).status).toBe(404)
    expect((await read(other, '', 'everything')).status).toBe(200)
    expect((await read(users[0] ?? 0, '', 'operator')).status).toBe(403)
    const [foreign] = await desk.rows<{ id: number }>(
      'select id::int from app_user where tenant_id = 2 and is_customer limit 1',
    )
    expect((await read(foreign?.id ?? 0, '', 'everything')).status).toBe(404)
    const [staff] = await desk.rows<{ id: number }>(
      'select id::int from app_user where tenant_id = 1 and not is_customer limit 1',
    )
    expect((await read(staff?.id ?? 0, '', 'everything')).status).toBe(404)
  })

  it.each(['?pageNumber=-1', '?pageNumber=1.5', '?idBooking=x', '?other=1'])('reject %s with 400', async (query) =>
    expect((await read(users[0] ?? 0, query)).status).toBe(400),
  )
})

describe('the back end of an app', () => {
  it('moves money once, however often it repeats the event', async () => {
    const idUser = await newUser()
    const id = crypto.randomUUID()
    const told = { ...payment, id, idUser }
    expect((await tell(told)).response).toEqual({ repeated: false, balance: 1_000 })
    const again = await Promise.all(Array.from({ length: 20 }, () => tell(told)))
    for (const { response } of again) expect(response).toEqual({ repeated: true, balance: 1_000 })
    expect((await tell({ ...told, id: id.toUpperCase() })).response).toEqual({ repeated: true, balance: 1_000 })
    expect((await tell({ ...told, amount: 2_000 })).status).toBe(409)
  })

  it('cannot take more out of a wallet than it holds, even with simultaneous requests', async () => {
    const idUser = await newUser()
    await tell({ ...payment, idUser })
    const rides = await Promise.all(
      Array.from({ length: 10 }, () => tell({ type: 'ride', idUser, amount: 300, concept: 'Viaje' })),
    )
    expect(rides.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(409)])
    const refused = rides.find(({ status }) => status === 409)
    expect(refused?.meta.problem).toBe('problems.balanceTooLow')
    expect((await read(idUser)).response?.balance).toBe(100)
  })

  it.each([0, -1, 10 ** 12, 10.5, '10', null])('cannot move an amount of %j', async (amount) => {
    const refused = await tell({ ...payment, idUser: users[0] ?? 0, amount: amount as number })
    expect([refused.status, refused.meta.field]).toEqual([400, 'amount'])
  })

  it('must sign with its own secret, and reaches only its own users and their bookings', async () => {
    const idUser = users[0] ?? 0
    expect((await tell({ ...payment, idUser }, { key: 'x'.repeat(40) })).status).toBe(401)
    expect((await tell({ ...payment, idUser }, { at: new Date(desk.now() - 3_600_000) })).status).toBe(401)
    expect((await tell({ ...payment, idUser }, { path: '/wallet/demo/apps/101/events' })).status).toBe(401)
    expect((await tell({ ...payment, idUser }, { path: '/wallet/demo/apps/99999999999/events' })).status).toBe(401)
    expect((await tell({ ...payment, idUser: other })).status).toBe(404)
    const idBooking = await desk.bookEnded({ id_user: users[1] })
    expect((await tell({ type: 'ride', amount: 1, concept: 'x', idUser, idBooking })).status).toBe(404)
  })

  it('gives the promos of a top-up and pays them with it, up to their cap and number of uses', async () => {
    const actions = { actions_to_create: ['loadWallet'], actions_to_execute: ['loadWallet'] }
    const worth = { type: 'percent', amount: null, percent: 10, cap: 300 }
    const id = await makePromo(desk, { name: 'Recarga +10 %', uses_per_user: 2, ...worth, ...actions })
    const idUser = await newUser()
    expect((await tell({ ...payment, idUser, amount: 1_999 })).response?.balance).toBe(1_999 + 199)
    expect((await tell({ ...payment, idUser, amount: 9_000 })).response?.balance).toBe(2_198 + 9_300)
    expect((await tell({ ...payment, idUser, amount: 1_000 })).response?.balance).toBe(11_498 + 1_000)
    expect((await read(idUser)).response?.movements.map(({ amount, concept }) => [amount, concept])).toEqual([
      [1_000, 'Recarga'],
      [300, 'Recarga +10 %'],
      [9_000, 'Recarga'],
      [199, 'Recarga +10 %'],
      [1_999, 'Recarga'],
    ])
    await desk.owner.query('update promo set active = false where id = $1', [id])
  })

  it('gives a new user the welcome promo once', async () => {
    const id = await makePromo(desk, { name: 'Bienvenida', actions_to_create: ['createUser'] })
    const idUser = await newUser()
    expect((await tell({ type: 'userCreated', idUser })).response).toEqual({ repeated: false, balance: 500 })
    expect((await tell({ type: 'userCreated', idUser })).response).toEqual({ repeated: true, balance: 500 })
    await desk.owner.query('update promo set active = false where id = $1', [id])
  })

  it('redeems a code that the user typed, and receives the reason if it cannot', async () => {
    await makePromo(desk, { actions_to_create: ['redeemCode'] }, { code: 'APP5' })
    const idUser = await newUser()
    expect((await tell({ type: 'codeRedeemed', idUser, code: ' app5 ' })).response).toEqual({
      repeated: false,
      balance: 500,
    })
    expect((await tell({ type: 'codeRedeemed', idUser, code: 'APP5' })).response).toEqual({
      repeated: true,
      balance: 500,
    })
    const refused = await tell({ type: 'codeRedeemed', idUser, code: '<b>APP6</b>' })
    expect([refused.status, refused.meta.problem]).toEqual([400, 'problems.codeUnknown'])
  })
})
