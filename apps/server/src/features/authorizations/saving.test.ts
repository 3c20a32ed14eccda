import type { AuthorizationRow } from '@parada/contract/customer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, type TestAuthorizations, testAuthorizations } from './testing.ts'

let desk: TestAuthorizations
beforeAll(async () => {
  desk = await testAuthorizations()
})
afterAll(() => desk.stop())

describe('creating', () => {
  it('returns 201 with the authorization, pending and with its telephone number normalised (B-204)', async () => {
    const { status, meta, response } = await desk.create()
    expect([status, meta.code]).toEqual([201, 201])
    expect(response?.authorization).toMatchObject({
      status: 0,
      version: 1,
      mobileNumber: '600777001',
      countServices: 0,
    })
    expect(await desk.read(response?.authorization.id ?? 0)).toMatchObject(response?.authorization ?? {})
  })

  it('allows the status active but not inactive', async () => {
    expect((await desk.made({ status: 1 })).status).toBe(1)
    expect((await desk.create({ status: -1 })).meta.field).toBe('status')
  })

  it('extends the expiration to the end of its day and drops two dates that contradict each other', async () => {
    const [from, to] = [Date.parse('2027-07-01T08:00:00Z'), Date.parse('2027-07-02T08:00:00Z')]
    expect(await desk.made({ validFromDate: from, expirationDate: to })).toMatchObject({
      validFromDate: from,
      expirationDate: Date.parse('2027-07-02T23:59:59+02:00'),
    })
    expect(await desk.made({ validFromDate: to + 86_400_000, expirationDate: from })).toMatchObject({
      validFromDate: null,
      expirationDate: null,
    })
  })

  it('prefixes an inherited field with its source', async () =>
    expect((await desk.made({ authorizationBreak1: '-42' })).authorizationBreak1).toBe('6101-42'))

  it.each([
    ['a number that breaks the regex', { userNumber: '12' }, 'userNumber'],
    ['a department that is not listed', { authorizationBreak2: 'Cocina' }, 'authorizationBreak2'],
  ])('refuses %s (B-138)', async (_, change, field) => {
    const { status, meta } = await desk.create(change)
    expect([status, meta.field, meta.errorMessage]).toEqual([
      400,
      field,
      'Please correct the errors in the form before submitting',
    ])
  })

  it.each([
    ['a group of another account', { idTravelGroup: 1020 }, 'idTravelGroup'],
    ['no group where there are several', { idTravelGroup: null }, 'idTravelGroup'],
    ['an account without groups', { idPaymentAccount: 104, idTravelGroup: null }, 'idTravelGroup'],
    ['no subscriber code', { subscriberCode: '' }, 'subscriberCode'],
    ['an invalid address', { userEmail: 'olga' }, 'userEmail'],
    ['an unknown language', { locale: 'xx_XX' }, 'locale'],
    ['an unknown user', { idUser: 999_999 }, 'idUser'],
    ['an invalid telephone', { phoneNumber: 'x' }, 'phoneNumber'],
  ])('refuses %s', async (_, change, field) => {
    const { status, meta } = await desk.create(change)
    expect([status, meta.field]).toEqual([400, field])
  })

  it('defaults to the only travel group of the account', async () =>
    expect(await desk.made({ idPaymentAccount: 103, idTravelGroup: null })).toMatchObject({ idTravelGroup: 1030 }))

  it('refuses a code and number already in use, and accounts the user may not create for', async () => {
    expect((await desk.create({ userNumber: '0001' })).status).toBe(409)
    expect((await desk.create({ idPaymentAccount: 108 }, await desk.server.signInAs('business'))).status).toBe(403)
    expect((await desk.create({ idPaymentAccount: 999_999 })).status).toBe(403)
  })

  it('creates one authorization from two requests with the same idempotency key', async () => {
    const asked = {
      method: 'POST' as const,
      token: desk.operator,
      body: { ...person, userNumber: '8001' },
      headers: { 'idempotency-key': 'one-authorization' },
    }
    const answers = [1, 2].map(() =>
      desk.server.ask<{ authorization: AuthorizationRow }>('/api/authorizations/demo/', asked),
    )
    const [first, second] = await Promise.all(answers)
    expect(first?.response?.authorization.id).toBeTypeOf('number')
    expect(second?.response).toEqual(first?.response)
  })
})

describe('changing', () => {
  it('stores the changed fields and nothing else (B-205, B-208)', async () => {
    const before = await desk.made()
    const { status, response } = await desk.update(before, { lastName: 'Cambiada', availableTimesLeft: 3 })
    expect(status).toBe(200)
    const after = await desk.read(before.id)
    expect(after).toMatchObject(response?.authorization ?? {})
    expect(after).toMatchObject({
      ...before,
      lastName: 'Cambiada',
      availableTimesLeft: 3,
      version: 2,
      lastChange: expect.any(Number),
    })
  })

  it('rejects a stale version with 409, listing what changed and who changed it', async () => {
    const seen = await desk.made()
    await desk.update(seen, { lastName: 'Primera' })
    const { status, meta } = await desk.update(seen, { lastName: 'Segunda' })
    expect(status).toBe(409)
    expect(meta.conflict).toEqual({
      version: 2,
      changes: [{ field: 'lastName', before: 'Inventada', after: 'Primera', who: 'Ana Pérez', at: expect.any(Number) }],
    })
    expect((await desk.read(seen.id)).lastName).toBe('Primera')
  })

  it('lets only one of two simultaneous saves succeed', async () => {
    const seen = await desk.made()
    const both = await Promise.all(['Una', 'Otra'].map((lastName) => desk.update(seen, { lastName })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('accepts a request with only the changed fields and keeps the others', async () => {
    const before = await desk.made({ commentsForDriver: 'Espera en recepción', availableTimesLeft: 3 })
    const change = (body: object) => desk.ask(`${before.id}`, { method: 'PUT', body })
    expect((await change({ lastName: 'Otra', availableTimesLeft: null, version: 1 })).status).toBe(200)
    expect(await desk.read(before.id)).toMatchObject({
      ...before,
      lastName: 'Otra',
      availableTimesLeft: null,
      version: 2,
      lastChange: expect.any(Number),
    })
    expect((await change({ userNumber: '12', version: 2 })).meta.field).toBe('userNumber')
    expect((await change({ lastName: 'Otra' })).meta.field).toBe('version')
    expect(await change({ version: 2 ** 31 })).toMatchObject({ status: 400, meta: { field: 'version' } })
    expect(await change({ lastName: '\ud800', version: 2 })).toMatchObject({ status: 400, meta: { field: 'lastName' } })
  })

  it('creates no new version when nothing changed', async () => {
    const seen = await desk.made()
    expect((await desk.update(seen, {})).response?.authorization).toEqual(seen)
  })

  it('refuses to move an authorization to an account the user may not edit or to a code already in use', async () => {
    const seen = await desk.made()
    const token = await desk.withGrants({ editAuthorizationByPA: '101' })
    expect((await desk.update(seen, { idPaymentAccount: 103, idTravelGroup: 1030 }, token)).status).toBe(403)
    expect((await desk.update(seen, { userNumber: '0002' })).status).toBe(409)
    expect((await desk.update({ ...seen, id: 999_999 }, {})).status).toBe(404)
  })
})

describe('the status', () => {
  const change = (id: number, newStatus: number | string) =>
    desk.ask(`${id}/status?newStatus=${newStatus}`, { method: 'PUT' })

  it('is changed with newStatus, returning 204 (B-209, P-136)', async () => {
    const { id } = await desk.made()
    for (const status of [1, -1, 1]) {
      expect((await change(id, status)).meta.code).toBe(204)
      expect((await desk.read(id)).status).toBe(status)
    }
  })

  it('cannot return to pending or take an unknown value', async () => {
    const { id } = await desk.made({ status: 1 })
    for (const status of [0, 7, 'x']) {
      const { status: code, meta } = await change(id, status)
      expect([code, meta.field]).toEqual([400, 'newStatus'])
    }
    expect((await desk.read(id)).status).toBe(1)
  })

  it('can be set to its current value, which creates no new version', async () => {
    const { id, version } = await desk.made({ status: 1 })
    expect((await change(id, 1)).meta.code).toBe(204)
    expect((await desk.read(id)).version).toBe(version)
  })
})
