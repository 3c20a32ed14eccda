import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestUsers, testUsers } from './testing.ts'

let desk: TestUsers
beforeAll(async () => {
  desk = await testUsers()
})
afterAll(() => desk.stop())

const first = 100_001
const staff = 101

describe('the list of users', () => {
  it('returns response.users from GET users/{sd}/all with the list parameters, by id, with the total in meta (L-099)', async () => {
    const { status, meta, rows } = await desk.list('mode=grid&pageNumber=1&resultsPerPage=50&orderBy=id%20ASC')
    expect([status, meta.code, meta.totalQueryCount]).toEqual([200, 200, 2_500])
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => first + 50 + index))
    expect((await desk.list('')).rows).toHaveLength(100)
  })

  it('has the fields of a user (L-097)', async () => {
    const { rows } = await desk.list('resultsPerPage=1')
    expect(Object.keys(rows[0] ?? {})).toEqual(
      expect.arrayContaining(
        'id firstName lastName userEmail prefixMobileNumber mobileNumber dateCreated isEmailVerified isMobileNumberVerified status deviceTokens additionalInfo isAcceptedAd category idWhiteLabel'.split(
          ' ',
        ),
      ),
    )
  })

  it('neither shows nor finds staff', async () => {
    expect((await desk.list(`id=${staff}`)).rows).toEqual([])
    expect((await desk.list('userEmail=operador')).rows).toEqual([])
    const { rows } = await desk.list('resultsPerPage=200&orderBy=id%20ASC')
    expect(Math.min(...rows.map(({ id }) => id))).toBe(first)
  })

  it('can be searched by part of the telephone, the e-mail address and the name', async () => {
    const user = await desk.read(first)
    for (const [field, part] of [
      ['mobileNumber', user.mobileNumber?.slice(2)],
      ['userEmail', user.userEmail?.slice(0, 6)],
      ['lastName', user.lastName.slice(1)],
    ]) {
      const { rows } = await desk.list(`${field}=${encodeURIComponent(part ?? '')}&resultsPerPage=200`)
      expect([field, rows.some(({ id }) => id === first)]).toEqual([field, true])
    }
  })
})

describe('the command palette’s search', () => {
  type UserList = { users: { id: number }[] }
  const search = async (text: string, token = desk.everything) =>
    (await desk.ask<UserList>(`search?text=${encodeURIComponent(text)}`, { token })).response?.users.map(({ id }) => id)

  it('finds by id, name without accents, telephone and e-mail address', async () => {
    const user = await desk.read(first)
    const name = `${user.firstName} ${user.lastName}`.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    for (const text of [`${first}`, name, user.mobileNumber ?? '', `+34 ${user.mobileNumber}`])
      expect([text, await search(text)]).toEqual([text, expect.arrayContaining([first])])
    const mailed = (await desk.list('userEmail=correo&resultsPerPage=1')).rows[0]
    expect(await search(mailed?.userEmail ?? '')).toContain(mailed?.id)
  })

  it('finds only users of the white labels that the viewer may see, and no staff', async () => {
    const other = (await desk.list('idWhiteLabel=101&resultsPerPage=1')).rows[0]?.id ?? 0
    const token = await desk.server.signInWith({ viewUserByWhitelabel: '1' })
    expect(await search(`${other}`, token)).toEqual([])
    expect(await search(`${other}`)).toEqual([other])
    expect(await search(`${staff}`)).not.toContain(staff)
    expect(await search('%%%')).toEqual([])
  })
})

describe('one user', () => {
  it('is returned with their vehicles on request (L-100)', async () => {
    const { id_user: id } = await desk.server.database.inTenant(1, (tx) =>
      tx.selectFrom('user_vehicle').select('id_user').executeTakeFirstOrThrow(),
    )
    const { response } = await desk.ask<{ user: Record<string, unknown> }>(`${id}?extraParams=userVehicles`)
    expect(response?.user).toMatchObject({
      id,
      whiteLabel: expect.any(String),
      vehicles: [{ id: expect.any(Number), numberPlate: expect.any(String), brand: expect.any(String) }],
    })
    expect((await desk.ask<{ user: object }>(`${id}`)).response?.user).not.toHaveProperty('vehicles')
    expect((await desk.ask(`${id}?extraParams=passwords`)).meta.field).toBe('extraParams')
  })

  it.each([
    ['a member of staff', staff],
    ['nobody', 99_999_999],
    ['a user of another tenant', 200_001],
  ])('that is %s is not found by any API call', async (_, id) => {
    for (const path of [`${id}`, `${id}/journal`, `${id}/bookings`, `summary/${id}`, `summary/routes/${id}`])
      expect([path, (await desk.ask(path)).status]).toEqual([path, 404])
    for (const base of ['parking', 'transport'])
      expect((await desk.server.ask(`/api/${base}/users/demo/summary/${id}`, { token: desk.everything })).status).toBe(
        404,
      )
    const put = (path: string, body?: object) => desk.ask(path, { method: 'PUT', ...(body && { body }) })
    expect((await put(`${id}/-1`)).status).toBe(404)
    expect((await put(`userinfo/${id}`, { firstName: 'Eva', userEmail: 'eva@demo.example', version: 1 })).status).toBe(
      404,
    )
    expect((await desk.ask(`${id}/personalData`, { method: 'POST' })).status).toBe(404)
    expect((await desk.ask(`${id}/personalData`, { method: 'DELETE', body: { confirmedId: id } })).status).toBe(404)
  })

  it('of another white label can be neither found nor changed', async () => {
    const other = (await desk.list('idWhiteLabel=101&resultsPerPage=1')).rows[0]?.id ?? 0
    const token = await desk.server.signInWith({ viewUserByWhitelabel: '1', editUserByWhitelabel: '1' })
    expect((await desk.ask(`${first}`, { token })).status).toBe((await desk.read(first)).idWhiteLabel === 1 ? 200 : 404)
    for (const path of [`${other}`, `${other}/bookings`, `summary/${other}`])
      expect((await desk.ask(path, { token })).status).toBe(404)
    expect((await desk.ask(`${other}/-1`, { method: 'PUT', token })).status).toBe(404)
    expect((await desk.save(other, { firstName: 'Eva' }, token)).status).toBe(404)
  })

  it('can be edited only with editUserByWhitelabel for all or their white label (L-095)', async () => {
    const { idWhiteLabel } = await desk.read(first)
    for (const [value, status] of [
      ['all', 200],
      [`7,${idWhiteLabel}`, 200],
      ['7', 404],
    ] as const) {
      const token = await desk.server.signInWith({ viewUserByWhitelabel: 'all', editUserByWhitelabel: value })
      expect([value, (await desk.save(first, { category: value }, token)).status]).toEqual([value, status])
    }
    const viewer = await desk.server.signInWith({ viewUserByWhitelabel: 'all' })
    expect((await desk.save(first, { category: 'x' }, viewer)).status).toBe(403)
  })

  it('is saved by PUT userinfo without their cards and profiles (L-101)', async () => {
    const before = await desk.read(first)
    const { status, response } = await desk.save(first, {
      firstName: '<b>Eva</b>',
      userEmail: 'eva.nueva@correo.example',
      additionalInfo: '<script>alert(1)</script>',
    })
    expect(status).toBe(200)
    expect(response?.user).toMatchObject({
      version: before.version + 1,
      firstName: '<b>Eva</b>',
      userEmail: 'eva.nueva@correo.example',
      isEmailVerified: false,
      isMobileNumberVerified: before.isMobileNumberVerified,
    })
    expect(await desk.read(first)).toEqual(response?.user)
    for (const field of ['listCards', 'paymentProfileBeanList'])
      expect((await desk.save(first, { [field]: [] })).meta.field).toBe(field)
  })

  it('is rejected in a stale version, listing who changed what', async () => {
    const before = await desk.read(first)
    await desk.save(first, { category: 'vip' })
    await desk.ask(`${first}/-1`, { method: 'PUT' })
    const { status, meta } = await desk.save(first, { version: before.version, lastName: 'Otra' })
    expect([status, meta.problem, meta.conflict?.version]).toEqual([409, 'problems.userChanged', before.version + 2])
    expect(meta.conflict?.changes).toEqual([
      {
        field: 'category',
        before: before.category,
        after: 'vip',
        who: expect.stringMatching(/\S/),
        at: expect.any(Number),
      },
      { field: 'status', before: 1, after: -1, who: expect.stringMatching(/\S/), at: expect.any(Number) },
    ])
    await desk.ask(`${first}/1`, { method: 'PUT' })
  })

  it.each([
    ['a first name of nothing', { firstName: ' ' }, 'firstName'],
    ['a name that is too long', { lastName: 'x'.repeat(201) }, 'lastName'],
    ['remarks that are too long', { additionalInfo: 'x'.repeat(1_001) }, 'additionalInfo'],
    ['a wrong address', { userEmail: 'eva@' }, 'userEmail'],
    ['a wrong number', { mobileNumber: '600-11' }, 'mobileNumber'],
    ['a number without its prefix', { mobileNumber: '600999888', prefixMobileNumber: '' }, 'prefixMobileNumber'],
    ['nothing to be reached by', { userEmail: '', mobileNumber: '' }, 'userEmail'],
    ['an unknown field', { password: 'secret' }, 'password'],
    ['another id', { id: 5 }, 'id'],
  ])('is not saved with %s', async (_, change, field) => {
    const { status, meta } = await desk.save(first, change)
    expect([status, meta.field]).toEqual([400, field])
  })

  it('cannot take the e-mail address or the number of another user of the white label', async () => {
    const { idWhiteLabel } = await desk.read(first)
    const { rows } = await desk.list(`idWhiteLabel=${idWhiteLabel}&userEmail=correo&resultsPerPage=5`)
    const other = rows.find(({ id }) => id !== first)
    const taken = await desk.save(first, { userEmail: other?.userEmail?.toUpperCase() })
    expect([taken.status, taken.meta.errorMessage]).toEqual([
      409,
      'Another user of this white label has this email address',
    ])
    const { mobileNumber, prefixMobileNumber } = other ?? {}
    const same = await desk.save(first, { mobileNumber, prefixMobileNumber })
    expect([same.status, same.meta.problem]).toEqual([409, 'problems.userMobileTaken'])
  })

  it('cannot be a member of staff, whose records stay unchanged', async () => {
    const read = () =>
      desk.server.database.inTenant(1, (tx) =>
        tx.selectFrom('app_user').selectAll().where('is_customer', '=', false).orderBy('id').execute(),
      )
    const before = await read()
    for (const { id } of before) {
      await desk.ask(`userinfo/${id}`, { method: 'PUT', body: { version: 1, userEmail: 'thief@demo.example' } })
      await desk.ask(`${id}/-1`, { method: 'PUT' })
      await desk.ask(`${id}/personalData`, { method: 'DELETE', body: { confirmedId: id } })
    }
    expect(await read()).toEqual(before)
  })
})

describe('enabling and disabling a user', () => {
  it('uses one path with the status and returns meta code 204 (L-102)', async () => {
    const change = (status: string) => desk.ask(`${first + 1}/${status}`, { method: 'PUT' })
    for (const status of [-1, -1, 1]) {
      expect((await change(String(status))).meta.code).toBe(204)
      expect((await desk.read(first + 1)).status).toBe(status)
    }
    for (const status of ['0', '2', 'enabled', '-1.5']) {
      const { status: http, meta } = await change(status)
      expect([status, http, meta.field]).toEqual([status, 400, 'status'])
    }
    const { response } = await desk.ask<{ journal: { action: string }[] }>(`${first + 1}/journal`)
    expect(response?.journal.map(({ action }) => action)).toEqual(['enable', 'disable'])
  })
})

describe('the services used by a user', () => {
  const of = async <Row>(table: 'booking' | 'parking_booking' | 'ticket' | 'route_tracking') => {
    const rows = await desk.server.database.inTenant(1, (tx) =>
      tx.selectFrom(table).selectAll().where('id_user', '>', 100_000).orderBy('id_user').execute(),
    )
    const ofUser = rows.filter(({ id_user }) => id_user === rows[0]?.id_user) as Row[]
    return { id: Number(rows[0]?.id_user), rows: ofUser }
  }

  it('are summed up for taxi bookings (L-103)', async () => {
    const { id, rows } = await of<{ status: number; price_customer_total: number | null }>('booking')
    const counted = rows.filter(({ status }) => ![5, -10, -60].includes(status))
    const { response } = await desk.ask<{ summary: object }>(`summary/${id}`)
    const amount = counted.reduce((sum, { price_customer_total: price }) => sum + (price ?? 0), 0)
    expect(response?.summary).toEqual({
      total: counted.length,
      active: counted.filter(({ status }) => [10, 20, -30].includes(status)).length,
      finished: counted.filter(({ status }) => status === 30).length,
      cancelled: counted.filter(({ status }) => [-20, -40].includes(status)).length,
      totals: amount > 0 ? [{ currency: 'EUR', amount: expect.closeTo(amount, 2) }] : [],
    })
    const token = await desk.server.signInWith({ viewUserByWhitelabel: 'all' })
    expect((await desk.ask<{ summary: object }>(`summary/${id}`, { token })).response?.summary).toMatchObject({
      totals: [],
    })
  })

  it('are summed up for routes (L-104)', async () => {
    const { id, rows } = await of<{ status: number; distance_meters: number }>('route_tracking')
    const { response } = await desk.ask<{ summary: object }>(`summary/routes/${id}`)
    const valid = rows.filter(({ status }) => status >= 200)
    expect(response?.summary).toEqual({
      total: rows.length,
      active: rows.filter(({ status }) => status >= 0 && status < 200).length,
      finished: valid.length,
      cancelled: rows.filter(({ status }) => status < 0).length,
      distanceMeters: valid.reduce((sum, { distance_meters }) => sum + distance_meters, 0),
    })
  })

  it.each([
    ['parking', 'parking_booking', (status: number) => status >= -1],
    ['transport', 'ticket', (status: number) => status >= 1],
  ] as const)('are counted and added up on the %s base', async (base, table, isPaid) => {
    const { id, rows } = await of<{ status: number; price_customer: number }>(table)
    const { response } = await desk.server.ask<{ summary: object }>(`/api/${base}/users/demo/summary/${id}`, {
      token: desk.everything,
    })
    const amount = rows.filter(({ status }) => isPaid(status)).reduce((sum, row) => sum + row.price_customer, 0)
    expect(response?.summary).toMatchObject({ total: rows.length, totalAmount: expect.closeTo(amount, 2) })
  })

  it('include the last taxi bookings, latest start first, with only places for other fleets', async () => {
    const { id } = await of('booking')
    type BookingList = { bookings: { idUser?: number; timeBookingStart: number }[] }
    const { response } = await desk.ask<BookingList>(`${id}/bookings`)
    const starts = response?.bookings.map(({ timeBookingStart }) => timeBookingStart) ?? []
    expect(starts.length).toBeGreaterThan(0)
    expect(starts).toEqual(starts.toSorted((a, b) => b - a))
    const token = await desk.server.signInWith({ viewUserByWhitelabel: 'all' })
    const poor = await desk.ask<BookingList>(`${id}/bookings`, { token })
    expect(poor.response?.bookings).toHaveLength(starts.length)
    expect(poor.response?.bookings[0]).not.toHaveProperty('phoneNumberPassenger')
  })
})
