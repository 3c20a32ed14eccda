import type { AuthorizationRow } from '@parada/contract/customer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Detail, person, type TestAuthorizations, testAuthorizations } from './testing.ts'

let desk: TestAuthorizations
beforeAll(async () => {
  desk = await testAuthorizations()
})
afterAll(() => desk.stop())

describe('the list', () => {
  it('returns response.authorizations for GET all with mode=grid, newest first, with the total in meta (B-207)', async () => {
    const { status, meta, rows } = await desk.list('mode=grid&pageNumber=1&resultsPerPage=10&orderBy=id%20DESC')
    expect([status, meta.code, meta.totalQueryCount, rows.length]).toEqual([200, 200, 400, 10])
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => 10_390 - index))
  })

  it.each([
    [
      'B-125',
      'id subscriberCode userNumber firstName lastName mobileNumber phoneNumber userEmail notificationCCEmail superiorEmail authorizationAlias locale status idUser commentsForOperator commentsForDriver idTravelGroup',
    ],
    [
      'B-126',
      'dateCreated lastChange availableTimesLeft countServices expirationDate validFromDate authorizationBreak1 authorizationBreak2 authorizationBreak3 authorizationBreak4 authorizationBreak5 authorizationBreak6 authorizationBreak7 authorizationBreak8 authorizationBreak9 authorizationBreak10 authorizationType authorizationGroupId paymentMethodType bookingBreakConfigs idPaymentAccount idDispatchGroup',
    ],
  ])('%s: an authorization has the fields %s', async (_, fields) =>
    expect(Object.keys(await desk.read(10_001))).toEqual(expect.arrayContaining(fields.split(' '))),
  )

  it.each([
    'status=-1',
    'subscriberCode=6400',
    'idPaymentAccount=104',
    'authorizationBreak2=ventas',
    'status=0&locale=es',
  ])('is filtered by %s', async (query) => {
    const { meta, rows } = await desk.list(`${query}&resultsPerPage=200`)
    expect(rows.length).toBe(meta.totalQueryCount)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(400)
    for (const [field, value] of new URLSearchParams(query))
      expect(
        rows.every((row) =>
          String(row[field as keyof AuthorizationRow])
            .toLowerCase()
            .includes(value),
        ),
      ).toBe(true)
  })

  it('can be sorted by last name', async () => {
    const { rows } = await desk.list('orderBy=lastName%20ASC&resultsPerPage=50')
    const sorted = await desk.server.database.inTenant(1, (tx) =>
      tx.selectFrom('customer_authorization').select('id').orderBy('last_name').orderBy('id').limit(50).execute(),
    )
    expect(rows.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
  })
})

describe('access by payment account', () => {
  it('limits the list, single authorizations and forms', async () => {
    const token = await desk.withGrants({ createAuthorizationByPA: '102' })
    const { meta, rows } = await desk.list('resultsPerPage=200', token)
    expect(meta.totalQueryCount).toBe(50)
    expect(rows.every(({ idPaymentAccount }) => idPaymentAccount === 102)).toBe(true)
    const [own] = rows.map(({ id }) => id)
    expect((await desk.ask(`${own}`, { token })).status).toBe(200)
    expect((await desk.ask('form/102', { token })).status).toBe(200)
    for (const path of [
      '10001',
      '10001/bookings',
      '10001/editWarning',
      'form/101',
      'search?subscriberCode=6101&userNumber=0001',
    ])
      expect((await desk.ask(path, { token })).status).toBe(404)
    expect((await desk.list('idPaymentAccount=101', token)).rows).toEqual([])
  })

  it('does not allow changes with permission to create only', async () => {
    const token = await desk.withGrants({ createAuthorizationByPA: '101', editAuthorizationByPA: '102' })
    for (const [path, method, body] of [
      ['10001/status?newStatus=-1', 'PUT', undefined],
      ['10001/unlinkuser', 'DELETE', undefined],
      ['10001', 'PUT', { ...person, version: 1 }],
    ] as const)
      expect((await desk.ask(path, { method, token, ...(body && { body }) })).status).toBe(404)
  })

  it.each(['newcomer', 'supplier'] as const)('refuses every API call for the %s, who has no accounts', async (kind) => {
    if (kind === 'supplier') await desk.withGrants({ taxiMap: 'true' })
    const token = await desk.server.signInAs(kind)
    for (const path of ['all', '10001', 'form/101', '10001/bookings', 'search?subscriberCode=6101&userNumber=0001'])
      expect((await desk.ask(path, { token })).status).toBe(403)
  })
})

describe('the authorization form', () => {
  let administrator: string
  beforeAll(async () => {
    administrator = await desk.server.signInAs('administrator')
  })
  const saved = (config: unknown, { token = administrator, id = 103 } = {}) =>
    desk.ask<{ config: string }>(`form/${id}`, {
      method: 'PUT',
      body: { config: typeof config === 'string' ? config : JSON.stringify(config) },
      token,
    })

  it('can be saved only by an administrator and applies from then on', async () => {
    const token = await desk.server.signInWith({ editAuthorizationByPA: 'all' })
    expect((await saved({}, { token })).status).toBe(403)
    expect((await saved({}, { id: 999_999 })).status).toBe(404)
    const config = JSON.stringify({ lastName: { regex: '^(\\p{L}+ ?)+$' } })
    expect((await saved(config)).response?.config).toBe(config)
    expect((await desk.ask<{ config: string }>('form/103')).response?.config).toBe(config)
    const sent = { idPaymentAccount: 103, idTravelGroup: 1030 }
    expect((await desk.create({ ...sent, lastName: `${'a'.repeat(199)}!` })).meta.field).toBe('lastName')
  })

  it.each([
    ['looks around', { lastName: { regex: '^(?=a)b' } }, 'config.lastName.regex'],
    ['refers back', { userNumber: {}, lastName: { regex: '^(a)\\1' } }, 'config.lastName.regex'],
    ['is no regular expression', { lastName: { regex: '(' } }, 'config.lastName.regex'],
    ['repeats too much', { lastName: { regex: '(a{99}){99}' } }, 'config.lastName.regex'],
    ['is not JSON', '{', 'config'],
  ])('is rejected, naming the field, when it %s', async (_, config, field) => {
    const { status, meta } = await saved(config)
    expect([status, meta.field]).toEqual([400, field])
  })

  it('rejects nobody and logs a warning if its stored regex cannot be run', async () => {
    await desk.server.database.inTenant(1, (tx) =>
      tx
        .updateTable('authorization_form')
        .set({ config: '{"lastName":{"regex":"^(?!x)"}}' })
        .where('id_payment_account', '=', 103)
        .execute(),
    )
    expect((await desk.create({ idPaymentAccount: 103, idTravelGroup: 1030 })).status).toBe(201)
    expect(desk.server.logged.join('')).toMatch(/"idPaymentAccount":103.*An authorization form is broken/)
  })

  it('returns the config, travel groups and default group of a payment account (B-203, B-127)', async () => {
    const { response } = await desk.ask<{
      config: string
      travelGroupList: object[]
      idDefaultTravelGroup: number | null
    }>('form/101')
    expect(response?.travelGroupList).toEqual([
      { id: 1010, name: 'Dirección' },
      { id: 1011, name: 'Administración' },
      { id: 1012, name: 'Visitas' },
    ])
    expect(response?.idDefaultTravelGroup).toBe(1010)
    expect(JSON.parse(response?.config ?? '')).toMatchObject({
      userNumber: { title: 'Número de empleado', regex: '^\\d{4}$' },
      authorizationBreak1: { inheritsFrom: 'subscriberCode' },
      authorizationBreak2: { defaultValue: 'Ventas', listValues: ['Dirección', 'Ventas', 'Operaciones'] },
    })
  })

  it('is empty for an account that has none', async () => {
    const { response } = await desk.ask('form/104')
    expect(response).toEqual({ config: '{}', travelGroupList: [], idDefaultTravelGroup: null })
    expect((await desk.ask('form/999999')).status).toBe(404)
  })
})

describe('the search', () => {
  const search = (query: string, token = desk.operator) =>
    desk.ask<{ authorization: Detail }>(`search?${query}`, { token })

  it('finds by subscriber code and user number, and with checkType=bookable rejects one that is not active (B-206)', async () => {
    const pending = await desk.made({ userNumber: '7001' })
    const query = 'subscriberCode=6101&userNumber=7001'
    expect((await search(query)).response?.authorization.id).toBe(pending.id)
    const { status, meta } = await search(`${query}&checkType=bookable`)
    expect([status, meta.errorMessage]).toEqual([400, "This authorization isn't active"])
    await desk.ask(`${pending.id}/status?newStatus=1`, { method: 'PUT' })
    expect((await search(`${query}&checkType=bookable`)).status).toBe(200)
  })

  it('returns the account fields configured for bookings', async () => {
    const { response } = await search('subscriberCode=6105&userNumber=0001')
    expect(response?.authorization.bookingBreakConfigs).toEqual([
      expect.objectContaining({ id: 1, type: 'project', mandatory: true, filter: 'estudio' }),
      expect.objectContaining({ id: 2, type: 'text', mandatory: false }),
    ])
  })

  it('is open to dispatchers and requires the full code and number', async () => {
    const dispatcher = await desk.server.signInAs('dispatcher')
    expect((await search('subscriberCode=6108&userNumber=0001', dispatcher)).status).toBe(200)
    expect((await desk.list('', dispatcher)).status).toBe(403)
    expect((await search('subscriberCode=6108&userNumber=000')).status).toBe(404)
    expect((await search('subscriberCode=6108')).meta.field).toBe('userNumber')
  })
})

describe('an authorization', () => {
  it('lists its bookings, latest start first (B-210)', async () => {
    const [linked] = await desk.server.database.inTenant(1, (tx) =>
      tx
        .selectFrom('booking')
        .select(['id_authorization as id', (sql) => sql.fn.countAll<number>().as('count')])
        .where('id_authorization', 'is not', null)
        .where('status', 'in', [10, 20, -30])
        .groupBy('id_authorization')
        .orderBy('count', 'desc')
        .execute(),
    )
    const { response } = await desk.ask<{
      bookings: { id: number; idAuthorization: number; timeBookingStart: number }[]
    }>(`${linked?.id}/bookings`)
    const { bookings = [] } = response ?? {}
    expect(bookings.length).toBe(linked?.count)
    expect(bookings.every(({ idAuthorization }) => idAuthorization === linked?.id)).toBe(true)
    const starts = bookings.map(({ timeBookingStart }) => timeBookingStart)
    expect(starts).toEqual(starts.toSorted((a, b) => b - a))
  })

  it('shows only places and times of its bookings with other fleets', async () => {
    const linked = await desk.server.database.inTenant(1, (tx) =>
      tx
        .selectFrom('booking')
        .select(['id', 'id_authorization as idAuthorization'])
        .where('id_authorization', 'is not', null)
        .where('id_fleet', 'is not', null)
        .where('status', 'in', [10, 20, -30])
        .executeTakeFirstOrThrow(),
    )
    const read = async (token: string) => {
      const { response } = await desk.ask<{ bookings: Record<string, unknown>[] }>(
        `${linked.idAuthorization}/bookings`,
        { token },
      )
      return response?.bookings.find(({ id }) => id === Number(linked.id))
    }
    expect(await read(desk.operator)).toHaveProperty('phoneNumberPassenger')
    const booking = await read(await desk.withGrants({ viewAllAuthorizations: '1' }))
    expect(booking).toMatchObject({
      timeBookingStart: expect.any(Number),
      origin: { addressField: expect.any(String) },
    })
    for (const field of ['passengerName', 'phoneNumberPassenger', 'priceSupplierTotal', 'commentsForOperator'])
      expect(booking).not.toHaveProperty(field)
  })

  it('is unlinked from its user (B-211)', async () => {
    const { id } = await desk.made({ idUser: 103 })
    expect((await desk.read(id)).user).toMatchObject({ id: 103, firstName: 'Carmen' })
    expect((await desk.ask(`${id}/unlinkuser`, { method: 'DELETE' })).meta.code).toBe(204)
    expect(await desk.read(id)).toMatchObject({ idUser: null, user: null })
  })

  it('is mailed through the outbox with 204 (B-212)', async () => {
    const { id, userNumber } = await desk.made({ locale: 'en_EN' })
    const send = (emailTo: string) => desk.ask('sendEmail', { method: 'POST', body: { emailTo, idAuthorization: id } })
    expect((await send('new@demo.example')).meta.code).toBe(204)
    expect((await send('nowhere')).meta.field).toBe('emailTo')
    const mails = await desk.server.database.inTenant(1, (tx) =>
      tx.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute(),
    )
    expect(mails.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        to: 'new@demo.example',
        subject: expect.stringContaining('authorization'),
        text: expect.stringContaining(userNumber),
      }),
    ])
  })

  it('returns a warning for edits of its bookings if the account has one (B-214)', async () => {
    const warning = async (id: number) => (await desk.ask(`${id}/editWarning`)).response
    expect(await warning(10_001)).toEqual({
      hasToShowCancel: true,
      cancelMessage: 'Avise a la empresa antes de cambiar o cancelar: se factura la mitad del trayecto.',
    })
    expect(await warning(10_051)).toEqual({ hasToShowCancel: false, cancelMessage: '' })
  })
})

describe('the counters', () => {
  const counts = async (query = '', token = desk.operator) =>
    (await desk.ask<Record<string, number>>(`counts?${query}`, { token })).response ?? {}

  it('count each status, those expiring within 30 days and those used up, matching the lists of the views', async () => {
    const days = (count: number) => Date.now() + count * 86_400_000
    const before = await counts()
    await desk.made({ status: 1, expirationDate: days(20) })
    await desk.made({ status: 1, expirationDate: days(40) })
    await desk.made({ status: 0, expirationDate: days(20) })
    await desk.made({ status: 1, availableTimesLeft: 0 })
    const after = await counts()
    const grown = Object.fromEntries(Object.entries(after).map(([view, count]) => [view, count - (before[view] ?? 0)]))
    expect(grown).toEqual({ all: 4, active: 3, pending: 1, inactive: 0, expiring: 1, usedUp: 1 })
    for (const [view, count] of Object.entries(after))
      expect([view, (await desk.list(`view=${view}&resultsPerPage=1`)).meta.totalQueryCount]).toEqual([view, count])
  })

  it('follow the filters of the list and the accounts of the user', async () => {
    const token = await desk.withGrants({ editAuthorizationByPA: '102' })
    const own = await counts('', token)
    expect(own.all).toBe(50)
    expect(own).toEqual(await counts('idPaymentAccount=102'))
    expect((await counts('idPaymentAccount=101', token)).all).toBe(0)
  })
})

describe('the payment accounts to create authorizations for', () => {
  const accounts = async (token = desk.operator) =>
    (await desk.ask<{ accounts: { id: number; name: string }[] }>('accounts', { token })).response?.accounts ?? []

  it('are those of the permission, with their names', async () => {
    const all = await accounts()
    expect(all).toHaveLength(8)
    expect(all.every(({ name }) => name !== '')).toBe(true)
    expect((await accounts(await desk.withGrants({ createAuthorizationByPA: '103,104' }))).map(({ id }) => id)).toEqual(
      all.map(({ id }) => id).filter((id) => [103, 104].includes(id)),
    )
  })
})

describe('the journal', () => {
  type Journal = { journal: { version: number; who: string; before: object; after: object }[]; hasMore: boolean }
  const journal = async (id: number, query = '') => (await desk.ask<Journal>(`${id}/journal?${query}`)).response

  it('shows who changed what, newest first and in pages', async () => {
    let last = await desk.made()
    for (let times = 0; times < 51; times++)
      last = (await desk.update(last, { lastName: `Nombre ${times}` })).response?.authorization ?? last
    const page = await journal(last.id)
    expect([page?.journal.length, page?.hasMore]).toEqual([50, true])
    expect(page?.journal[0]).toEqual({
      version: 52,
      at: expect.any(Number),
      who: 'Ana Pérez',
      before: { lastName: 'Nombre 49' },
      after: { lastName: 'Nombre 50' },
    })
    const rest = await journal(last.id, `before=${page?.journal.at(-1)?.version}`)
    expect(rest?.journal.map(({ version }) => version)).toEqual([2, 1])
    expect(rest?.hasMore).toBe(false)
  })

  it('returns 404 for another account, another tenant or a guessed id', async () => {
    const token = await desk.withGrants({ editAuthorizationByPA: '102' })
    expect((await desk.ask('10001/journal', { token })).status).toBe(404)
    expect((await desk.ask('999999/journal')).status).toBe(404)
    expect((await desk.ask('20001/journal')).status).toBe(404)
    expect((await desk.ask('10001/journal?before=x')).meta.field).toBe('before')
  })
})
