import type { AuthorizationRow } from '@parada/contract/customer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Detail, person, type TestAuthorizations, testAuthorizations } from './testing.ts'

let desk: TestAuthorizations
beforeAll(async () => {
  desk = await testAuthorizations()
})
afterAll(() => desk.stop())

describe('the list', () => {
  it('answers GET all with mode=grid: response.authorizations, newest first, the total in meta (B-207)', async () => {
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
  ])('%s an authorization has the fields %s', async (_, fields) =>
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

  it('is ordered by any column it shows', async () => {
    const { rows } = await desk.list('orderBy=lastName%20ASC&resultsPerPage=50')
    const sorted = await desk.server.database.inTenant(1, (tx) =>
      tx.selectFrom('customer_authorization').select('id').orderBy('last_name').orderBy('id').limit(50).execute(),
    )
    expect(rows.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
  })
})

describe('the payment accounts of a user', () => {
  it('limit the list, the reading and the forms', async () => {
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

  it('that may only be created for are not changed', async () => {
    const token = await desk.withGrants({ createAuthorizationByPA: '101', editAuthorizationByPA: '102' })
    for (const [path, method, body] of [
      ['10001/status?newStatus=-1', 'PUT', undefined],
      ['10001/unlinkuser', 'DELETE', undefined],
      ['10001', 'PUT', { ...person, version: 1 }],
    ] as const)
      expect((await desk.ask(path, { method, token, ...(body && { body }) })).status).toBe(404)
  })

  it.each(['newcomer', 'supplier'] as const)('that the %s has none of close every call', async (kind) => {
    if (kind === 'supplier') await desk.withGrants({ taxiMap: 'true' })
    const token = await desk.server.signInAs(kind)
    for (const path of ['all', '10001', 'form/101', '10001/bookings', 'search?subscriberCode=6101&userNumber=0001'])
      expect((await desk.ask(path, { token })).status).toBe(403)
  })
})

describe('a form', () => {
  it('of a payment account answers its config, travel groups and default group (B-203, B-127)', async () => {
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

  it('of an account without one is empty', async () => {
    const { response } = await desk.ask('form/104')
    expect(response).toEqual({ config: '{}', travelGroupList: [], idDefaultTravelGroup: null })
    expect((await desk.ask('form/999999')).status).toBe(404)
  })
})

describe('the search', () => {
  const search = (query: string, token = desk.operator) =>
    desk.ask<{ authorization: Detail }>(`search?${query}`, { token })

  it('finds by subscriber code and user number, for booking only who may book now (B-206)', async () => {
    const pending = await desk.made({ userNumber: '7001' })
    const query = 'subscriberCode=6101&userNumber=7001'
    expect((await search(query)).response?.authorization.id).toBe(pending.id)
    const { status, meta } = await search(`${query}&checkType=bookable`)
    expect([status, meta.errorMessage]).toEqual([400, "This authorization isn't active"])
    await desk.ask(`${pending.id}/status?newStatus=1`, { method: 'PUT' })
    expect((await search(`${query}&checkType=bookable`)).status).toBe(200)
  })

  it('tells the breaks that bookings of the account carry', async () => {
    const { response } = await search('subscriberCode=6105&userNumber=0001')
    expect(response?.authorization.bookingBreakConfigs).toEqual([
      expect.objectContaining({ id: 1, type: 'project', mandatory: true, filter: 'estudio' }),
      expect.objectContaining({ id: 2, type: 'text', mandatory: false }),
    ])
  })

  it('is open to whoever dispatches, and finds nobody by half', async () => {
    const dispatcher = await desk.server.signInAs('dispatcher')
    expect((await search('subscriberCode=6108&userNumber=0001', dispatcher)).status).toBe(200)
    expect((await desk.list('', dispatcher)).status).toBe(403)
    expect((await search('subscriberCode=6108&userNumber=000')).status).toBe(404)
    expect((await search('subscriberCode=6108')).meta.field).toBe('userNumber')
  })
})

describe('what hangs on an authorization', () => {
  it('its bookings are listed, the latest start first (B-210)', async () => {
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

  it('its user is unlinked (B-211)', async () => {
    const { id } = await desk.made({ idUser: 103 })
    expect((await desk.read(id)).user).toMatchObject({ id: 103, firstName: 'Carmen' })
    expect((await desk.ask(`${id}/unlinkuser`, { method: 'DELETE' })).meta.code).toBe(204)
    expect(await desk.read(id)).toMatchObject({ idUser: null, user: null })
  })

  it('its mail leaves through the outbox with 204 (B-212)', async () => {
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

  it('warns whoever edits its bookings where the account asks for it (B-214)', async () => {
    const warning = async (id: number) => (await desk.ask(`${id}/editWarning`)).response
    expect(await warning(10_001)).toEqual({
      hasToShowCancel: true,
      cancelMessage: 'Avise a la empresa antes de cambiar o cancelar: se factura la mitad del trayecto.',
    })
    expect(await warning(10_051)).toEqual({ hasToShowCancel: false, cancelMessage: '' })
  })
})
