import type { Journey } from '@parada/contract/journey'
import { rowsOf } from '@parada/db/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestUsers, testUsers } from './testing.ts'

let users: TestUsers
let idUser: number
let idAuthorization: number

const inDemo = <T>(text: string, values: unknown[] = []) =>
  users.server.database.inTenant(1, (tx) => rowsOf<T>(tx, { text, values }))

beforeAll(async () => {
  users = await testUsers()
  idUser = (await users.list('resultsPerPage=1&status=1')).rows[0]?.id ?? 0
  const [authorization] = await inDemo<{ id: number }>('select min(id) as id from customer_authorization')
  idAuthorization = authorization?.id ?? 0
  const at = (day: number) => new Date(Date.UTC(2027, 0, day))
  const whose = [idUser, idAuthorization]
  await inDemo(
    `insert into parking_booking (tenant_id, id_parking, protocol, parking_name, status, id_user, id_authorization,
       number_plate, date_init) values (1, 1, 1, 'Parking Sol', 30, $1, $2, '1234 BCD', $3)`,
    [...whose, at(4)],
  )
  await inDemo(
    `insert into mobility_booking (tenant_id, status, id_supplier, id_white_label, id_user, id_authorization, time_init,
       start_address_string, end_address_string) values (1, 4, 22, 1, $1, $2, $3, 'Sol', 'Retiro')`,
    [...whose, at(3)],
  )
  await inDemo(
    `insert into ticket (tenant_id, locator, transport_name, title, id_user, id_authorization, time_service_start, status,
       id_public_transport_supplier) values (1, 'L', 'Metro', 'Sencillo', $1, $2, $3, 2, 1)`,
    [...whose, at(2)],
  )
  await inDemo(
    `insert into route_tracking (tenant_id, status, id_user, id_authorization, time_start, origin_address_string)
     values (1, 400, $1, $2, $3, 'Casa')`,
    [...whose, at(1)],
  )
  await inDemo(
    `insert into booking (tenant_id, status, id_user, id_authorization, origin, destination, time_booking_start, asap,
       passenger_name, phone_number_passenger)
     select 1, s, $1, $2, '{"addressField": "Atocha", "lat": 40, "lon": -3}', null, $3, false, 'Eva Prueba', ''
     from unnest(array[30, 5, -10]) s`,
    [...whose, at(5)],
  )
})
afterAll(() => users.stop())

type Answer = { journeys: Journey[]; hasMoreResults: boolean }
const whole = async (path: string) => {
  const { response } = await users.server.ask<Answer>(`/api/${path}`, { token: users.everything })
  return response
}

it.each([
  ['a user', () => `users/demo/${idUser}/journeys`],
  ['an authorization', () => `authorizations/demo/${idAuthorization}/journeys`],
])('lists the journeys of %s in all modes on one timeline, latest first', async (_, path) => {
  const answer = await whole(path())
  expect(answer?.journeys.slice(0, 5).map(({ mode, status, from, to }) => [mode, status, from, to])).toEqual([
    ['taxi', 30, 'Atocha', ''],
    ['parking', 30, 'Parking Sol', '1234 BCD'],
    ['mobility', 4, 'Sol', 'Retiro'],
    ['ticket', 2, 'Metro', 'Sencillo'],
    ['route', 400, 'Casa', ''],
  ])
})

it('pages through journeys without repeating or skipping any', async () => {
  await inDemo(
    `insert into ticket (tenant_id, locator, transport_name, title, id_user, time_service_start, id_public_transport_supplier)
     select 1, 'L', 'Metro', 'Same moment', $1, '2027-02-01', 1 from generate_series(1, 45)`,
    [idUser],
  )
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const answer = await whole(`users/demo/${idUser}/journeys?pageNumber=${page}`)
    ids.push(...(answer?.journeys ?? []).map(({ mode, id }) => `${mode} ${id}`))
    if (!answer?.hasMoreResults) break
  }
  expect(new Set(ids).size).toBe(ids.length)
  const [counted] = await inDemo<{ n: number }>(
    `select (select count(*) from ticket where id_user = $1) + (select count(*) from parking_booking where id_user = $1)
       + (select count(*) from mobility_booking where id_user = $1) + (select count(*) from route_tracking where id_user = $1)
       + (select count(*) from booking where id_user = $1 and status not in (5, -10, -60)) as n`,
    [idUser],
  )
  expect(ids.length).toBe(Number(counted?.n))
})

it('refuses journeys to users who may not see the person', async () => {
  const none = await users.server.signInWith({ viewUserByWhitelabel: '999', editAuthorizationByPA: '999' })
  for (const path of [`users/demo/${idUser}/journeys`, `authorizations/demo/${idAuthorization}/journeys`])
    expect((await users.server.ask(`/api/${path}`, { token: none })).status).toBe(404)
  const stranger = await users.server.signInWith({ viewPromo: 'true' })
  expect((await users.server.ask(`/api/users/demo/${idUser}/journeys`, { token: stranger })).status).toBe(403)
})
