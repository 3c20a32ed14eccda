import type { PromoCode, PromoDetail, PromoOfUser } from '@parada/contract/calls/promos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../testing/desk.ts'
import { customersOf, makePromo } from '../../wallet/testing.ts'

let desk: Desk
let users: number[]
let other: number
beforeAll(async () => {
  desk = await openDesk()
  const customers = await customersOf(desk)
  users = customers.ids
  other = customers.other
})
afterAll(() => desk.stop())

type Kind = 'administrator' | 'operator' | 'everything'
const redeem = (idUser: number, code: string, as: Kind = 'administrator', headers?: Record<string, string>) =>
  desk.ask<{ promo: PromoOfUser }>('POST', '/promo/demo/redeem', { idUser, code }, as, headers)
const detail = (id: number) =>
  desk.get<{ promoDetail: PromoDetail; promoCodesAssociated: PromoCode[] }>(
    `/promo/demo/promoDetail/${id}`,
    'administrator',
  )
const byUser = (idUser: number, as: Kind = 'administrator') =>
  desk.get<{ promosByUserList: PromoOfUser[] }>(`/promo/demo/promosbyuser/${idUser}`, as)
const balance = async (idUser: number) =>
  (await desk.get<{ balance: number }>(`/users/demo/profiles/${idUser}/walletMovements`, 'administrator')).response
    ?.balance ?? 0

let next = 0
const nextUser = () => users[next++] ?? 0
const byCode = { actions_to_create: ['redeemCode'] }

describe('the lists', () => {
  it('return promos in response.response with the totals in meta (L-135, L-140)', async () => {
    type Row = Record<string, unknown>
    const { response, meta } = await desk.get<{ response: Row[] }>(
      '/promo/demo/promos?pageNumber=0&resultsPerPage=20&orderBy=id%20ASC',
      'administrator',
    )
    expect([meta.totalQueryCount, response?.response.length]).toEqual([13, 13])
    expect(response?.response[1]).toEqual({
      id: 102,
      name: 'Tres primeros viajes',
      internalDescription: '3 € de vuelta por cada uno de los tres primeros viajes',
      active: true,
      type: 'fixed',
      usesPerUser: 3,
      usesTotal: null,
      currentUsages: expect.any(Number),
      validFrom: expect.any(Number),
      validTo: expect.any(Number),
      compatibleActionsToExecute: 'setServiceFinished',
      compatibleActionsToCreate: 'redeemCode',
      promoCodesAssociated: 3,
    })
    const off = await desk.get<{ response: Row[] }>('/promo/demo/promos?active=false', 'administrator')
    expect(off.response?.response.map(({ name }) => name)).toEqual(['Fin de semana'])
  })

  it('return codes in response.response with the totals in meta (L-136, L-139)', async () => {
    const { response, meta } = await desk.get<{ response: PromoCode[] }>(
      '/promo/demo/promoCodes?code=bienv&orderBy=code%20ASC',
      'administrator',
    )
    expect(meta.totalQueryCount).toBe(1)
    expect(response?.response).toEqual([
      {
        id: 10_001,
        name: 'Tres primeros viajes',
        code: 'BIENVENIDA',
        currentUsages: expect.any(Number),
        usesTotal: null,
        type: 'fixed',
        idPromo: 102,
      },
    ])
  })

  it('require viewPromo', async () => {
    for (const path of ['promos', 'promoCodes', 'promoDetail/102', `promosbyuser/${users[0]}`])
      expect((await desk.get(`/promo/demo/${path}`, 'operator')).status).toBe(403)
  })
})

describe('the detail of a promo', () => {
  it('has its codes, its cost and its last users (L-141)', async () => {
    const id = await makePromo(desk, { name: '<b>Feria</b>', ...byCode }, { code: 'FERIA-1', uses_total: 5 })
    const [first, second] = [nextUser(), nextUser()]
    await redeem(first, 'FERIA-1')
    await redeem(second, 'FERIA-1')
    await redeem(other, 'FERIA-1', 'everything')
    const { response } = await detail(id)
    expect(response?.promoDetail).toMatchObject({
      id,
      name: '<b>Feria</b>',
      currentUsages: 3,
      amount: 500,
      paid: 1_500,
    })
    expect(response?.promoDetail.lastUses.map(({ idUser, amount }) => [idUser, amount])).toEqual([
      [other, 500],
      [second, 500],
      [first, 500],
    ])
    // The name of a user whom the viewer may not see is left out.
    expect(response?.promoDetail.lastUses.map(({ userName }) => userName !== null)).toEqual([false, true, true])
    expect(response?.promoCodesAssociated).toMatchObject([{ code: 'FERIA-1', usesTotal: 5, currentUsages: 3 }])
  })

  it('returns 404 for an unknown promo or one of another tenant', async () => {
    for (const id of [202, 999_999_999]) expect((await detail(id)).status).toBe(404)
  })
})

describe('the promos of a user', () => {
  it('are listed with their code, uses and payments, latest first (L-138)', async () => {
    const idUser = nextUser()
    await desk.owner.query('delete from promo_user where id_user = $1', [idUser])
    await makePromo(desk, { name: 'Uno', ...byCode, actions_to_execute: ['loadWallet'] }, { code: 'UNO' })
    await makePromo(desk, { name: 'Dos', ...byCode }, { code: 'DOS' })
    await redeem(idUser, 'UNO')
    desk.server.clock.now = new Date(desk.now() + 60_000)
    await redeem(idUser, 'DOS')
    expect((await byUser(idUser)).response?.promosByUserList).toMatchObject([
      { name: 'Dos', code: 'DOS', uses: 1, paid: 500, date: desk.now() },
      { name: 'Uno', code: 'UNO', uses: 0, paid: 0 },
    ])
  })

  it('are for those who may see the user', async () => {
    expect((await byUser(other)).status).toBe(404)
    expect((await byUser(other, 'everything')).status).toBe(200)
    expect((await byUser(200_001, 'everything')).status).toBe(404)
  })
})

describe('redeeming a code', () => {
  it('pays at once, ignoring the case of the code and the spaces around it', async () => {
    await makePromo(desk, byCode, { code: 'CINCO' })
    const idUser = nextUser()
    const before = await balance(idUser)
    const { status, response } = await redeem(idUser, '  cinCO ')
    expect(status).toBe(200)
    expect(response?.promo).toMatchObject({ name: 'Prueba', code: 'CINCO', uses: 1, paid: 500 })
    expect(await balance(idUser)).toBe(before + 500)
  })

  it('returns the same and pays once for the same Idempotency-Key', async () => {
    await makePromo(desk, byCode, { code: 'UNAVEZ' })
    const idUser = nextUser()
    const before = await balance(idUser)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await redeem(idUser, 'UNAVEZ', 'administrator', key)
    const second = await redeem(idUser, 'UNAVEZ', 'administrator', key)
    expect([first.status, second.status, second.response]).toEqual([200, 200, first.response])
    expect(await balance(idUser)).toBe(before + 500)
    expect((await redeem(idUser, 'UNAVEZ')).meta.problem).toBe('problems.codeUsedAlready')
  })

  it.each<[string, object, object]>([
    ['codeExpired', { valid_to: new Date(Date.now() - 86_400_000) }, {}],
    ['codeNotBegun', { valid_from: new Date(Date.now() + 86_400_000) }, {}],
    ['codeInactive', { active: false }, {}],
    ['codeExhausted', {}, { uses_total: 7, current_usages: 7 }],
    ['codeExhausted', { uses_total: 3, current_usages: 3 }, {}],
    ['codeUnknown', { actions_to_create: ['createUser'] }, {}],
  ])('is refused as %s, with a message, when the promo has %j and the code %j', async (problem, promo, code) => {
    const word = `NO${++next}`
    await makePromo(desk, { ...byCode, ...promo }, { code: word, ...code })
    const idUser = nextUser()
    const before = await balance(idUser)
    const { status, meta } = await redeem(idUser, word)
    expect([status, meta.problem, meta.field]).toEqual([400, `problems.${problem}`, 'code'])
    expect(meta.errorMessage).toMatch(/^(This|There)/)
    expect(await balance(idUser)).toBe(before)
  })

  it('treats a code of another tenant or with HTML as unknown, and rejects an empty one', async () => {
    await desk.owner.query(
      `insert into promo_code (tenant_id, id_promo, type, code) values (2, 202, 'fixed', 'SOLOCOSTA')`,
    )
    for (const code of ['SOLOCOSTA', '<script>alert(1)</script>', '%'])
      expect((await redeem(nextUser(), code)).meta.problem).toBe('problems.codeUnknown')
    for (const code of ['', '   ', 'x'.repeat(51)]) expect((await redeem(nextUser(), code)).meta.field).toBe('code')
  })

  it('requires permission to edit the user', async () => {
    await makePromo(desk, byCode, { code: 'QUIEN' })
    expect((await redeem(other, 'QUIEN')).status).toBe(404)
    expect((await redeem(200_001, 'QUIEN', 'everything')).status).toBe(404)
    expect((await redeem(nextUser(), 'QUIEN', 'operator')).status).toBe(403)
    await desk.permit('administrator', 'editUserByWhitelabel', 'false')
    expect((await redeem(nextUser(), 'QUIEN')).status).toBe(404)
    await desk.permit('administrator', 'editUserByWhitelabel', '1')
  })
})
