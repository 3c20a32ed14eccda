import { contract } from '@parada/contract/contract'
import type { Call } from '@parada/contract/kit'
import { isList } from '@parada/contract/list'
import { isExport } from '@parada/contract/list-export'
import { grantsOf, mayAccess } from '@parada/domain/access/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountOf } from '../../http/bind.ts'
import { type Desk, openDesk } from '../../testing/desk.ts'
import { pathFor } from '../../testing/server.ts'
import { person } from './testing.ts'

const ownAccounts = [101, 102, 103]

type Person = { id: number; code: string; number: string; phone: string; account: number }

let desk: Desk
let own: Person
let other: Person
let grants: ReturnType<typeof grantsOf>

const personOf = async (isOwn: boolean): Promise<Person> => {
  const [found] = await desk.rows<Person>(
    `select a.id::int, subscriber_code as code, user_number as number, mobile_number as phone, id_payment_account::int as account
     from customer_authorization a where tenant_id = 1 and (id_payment_account = any($1)) = $2
       and exists (select from booking b where b.tenant_id = 1 and b.id_authorization = a.id and b.status not in (5, -10, -60))
     order by id limit 1`,
    [ownAccounts, isOwn],
  )
  if (!found) throw new Error('The demo has nobody like that')
  return found
}

beforeAll(async () => {
  desk = await openDesk()
  own = await personOf(true)
  other = await personOf(false)
  const { response } = await desk.get<{ permissions: { key1: string; value: string }[] }>(
    '/users/demo/self/permissions',
    'business',
  )
  grants = grantsOf(response?.permissions ?? [])
})
afterAll(() => desk.stop())

const get = (path: string) => desk.get<Record<string, unknown>>(path, 'business')
const statusOf = async (path: string) => (await get(path)).status

describe('a user who works for an account', () => {
  it('is one of the demo’s business users', () => expect(mayAccess(grants, ['viewAllAuthorizations'])).toBe(true))

  const lists = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, call]): [string, Call][] =>
      isList(call) && !isExport(call) ? [[`${group}.${name}`, call]] : [],
    ),
  )
  it.each(lists)('sees in %s only rows of their own accounts', async (_, call) => {
    if (!isList(call)) return
    const names = Object.keys(call.list.fields)
    const isOfPeople = ['passengerName', 'firstName', 'customerName', 'idUser', 'idAuthorization'].some((name) =>
      names.includes(name),
    )
    if (!isOfPeople || !mayAccess(grants, call.access)) return
    const range = call.list.range?.maxDays ? `&from=${desk.now() - 20 * 86_400_000}&to=${desk.now()}` : ''
    const { status, meta, response } = await get(
      `${mountOf(call).slice('/api'.length)}${pathFor(call, 'demo')}?pageNumber=0&resultsPerPage=200${range}`,
    )
    expect([status, meta.errorMessage]).toEqual([200, undefined])
    const rows = Object.values(response ?? {}).find(Array.isArray) as { idPaymentAccount: number }[]
    expect(rows.filter(({ idPaymentAccount }) => !ownAccounts.includes(idPaymentAccount))).toEqual([])
  })

  it('exports only the people of their own accounts', async () => {
    const body = { columns: ['id', 'idPaymentAccount'], language: 'en' }
    const answered = await desk.server.app.inject({
      method: 'POST',
      url: '/api/authorizations/demo/all/export/csv',
      headers: { token: await desk.server.signInAs('business') },
      payload: body,
    })
    const accounts = answered.body
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => Number(line.split(/[;,]/)[1]))
    expect(accounts.length).toBeGreaterThan(10)
    expect([...new Set(accounts)].filter((account) => !ownAccounts.includes(account))).toEqual([])
  })

  const ofPerson: [string, (person: Person) => string][] = [
    ['the record', ({ id }) => `/authorizations/demo/${id}`],
    ['the journal', ({ id }) => `/authorizations/demo/${id}/journal`],
    ['the bookings', ({ id }) => `/authorizations/demo/${id}/bookings`],
    ['the journeys', ({ id }) => `/authorizations/demo/${id}/journeys`],
    ['the edit warning', ({ id }) => `/authorizations/demo/${id}/editWarning`],
    [
      'the search by code',
      ({ code, number }) => `/authorizations/demo/search?subscriberCode=${code}&userNumber=${number}`,
    ],
    ['the last rides', ({ id }) => `/lastservices/demo/?idAuthorization=${id}`],
    ['the usual places', ({ id }) => `/places/demo/suggested?idAuthorization=${id}`],
    ['the places by words', ({ id }) => `/places/demo/search?q=a&idAuthorization=${id}`],
  ]
  it.each(ofPerson)('gets %s for their own people only', async (_, path) => {
    expect(await statusOf(path(own))).toBe(200)
    expect(await statusOf(path(other))).toBe(404)
  })

  it('sees only their own people in the counts of the views', async () => {
    const [all] = await desk.rows<{ n: number }>(
      'select count(*)::int as n from customer_authorization where tenant_id = 1 and id_payment_account = any($1)',
      [ownAccounts],
    )
    expect((await get('/authorizations/demo/counts')).response).toMatchObject({ all: all?.n })
  })

  it('cannot book for anyone else', async () => {
    await desk.rows(
      `update customer_authorization set status = 1, valid_from_date = null, expiration_date = null,
       available_times_left = null where tenant_id = 1 and id = $1`,
      [other.id],
    )
    expect((await desk.act('create', desk.draft({ idAuthorization: other.id }), { as: 'business' })).status).toBe(403)
  })

  it.each([
    ['the callers', '/callers/demo/?pageNumber=0&resultsPerPage=10'],
    ['the authorizations of a caller', '/callers/demo/authorizations?idCaller=1'],
    ['the users', '/users/demo/all?pageNumber=0&resultsPerPage=10'],
    ['the users by words', '/users/demo/search?text=ana'],
    ['one user', '/users/demo/100001'],
    ['the last rides of a caller', '/lastservices/demo/?idCaller=1'],
    ['the usual places of a caller', '/places/demo/suggested?idCaller=1'],
  ])('has no access to %s', async (_, path) => expect(await statusOf(path)).toBe(403))

  it('finds no booking by the name or telephone of a passenger', async () => {
    const [booking] = await desk.rows<{ name: string; phone: string; id: number }>(
      `select passenger_name as name, phone_number_passenger as phone, id::int from booking
       where tenant_id = 1 and status = 20 and passenger_name <> '' and phone_number_passenger <> '' limit 1`,
    )
    for (const text of [booking?.name ?? '', booking?.phone ?? '', String(booking?.id)])
      expect((await get(`/services/demo/search?text=${encodeURIComponent(text)}`)).response).toEqual({ bookings: [] })
    expect(await statusOf(`/services/demo/${booking?.id}`)).toBe(404)
    expect((await get('/services/demo/alive/fleet')).response).toEqual({ services: [] })
  })

  it('cannot learn a stranger’s name by linking them to an authorization', async () => {
    const known = { ...person, subscriberCode: '6101' }
    const add = (change: object) =>
      desk.ask<{ authorization: { id: number; version: number } }>(
        'POST',
        '/authorizations/demo/',
        { ...known, ...change },
        'business',
      )
    for (const [userNumber, idUser] of [
      ['7788', 104],
      ['7789', 100_001],
    ]) {
      const { status, meta } = await add({ userNumber, idUser })
      expect([status, meta.field]).toEqual([400, 'idUser'])
    }
    const made = await add({ userNumber: '7790' })
    const { id, version } = made.response?.authorization ?? { id: 0, version: 0 }
    const link = (idUser: number) => desk.ask('PUT', `/authorizations/demo/${id}`, { version, idUser }, 'business')
    expect((await link(100_001)).meta).toMatchObject({ code: 400, field: 'idUser' })
    await desk.rows('update customer_authorization set id_user = 100001 where tenant_id = 1 and id = $1', [own.id])
    expect((await link(100_001)).status).toBe(200)
  })
})
