import { monthOf } from '@parada/domain/invoice/period'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastMonth, ridesOnAccount } from '../testing/rides-on-account.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { runAdmin } from './commands.ts'

let server: TestServer
let owner: pg.Client
const month = monthOf(lastMonth(new Date()), 'Europe/Madrid')

beforeAll(async () => {
  server = await testServer()
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const admin = (...words: string[]) =>
  runAdmin(
    ['invoices', ...words],
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )

it('previews the invoices, draws them, and draws nothing the second time', async () => {
  await ridesOnAccount(owner, [{}, { id_payment_account: 102 }, { validated: false }])
  const of = ['draw', '--tenant', 'demo', '--month', month]
  expect(await admin(...of, '--dry-run')).toMatch(/^101 +Seguros Ejemplo +EUR +1 +11\.00 +1$/m)
  expect((await owner.query('select from invoice')).rowCount).toBe(0)
  expect(await admin(...of, '--account', '102')).toMatch(/^102 +Clínica Ficticia +EUR +1 +11\.00 +0 +F\d{4}-00001$/m)
  expect(await admin(...of)).toMatch(/^101 .* F\d{4}-00002$/m)
  expect(await admin(...of)).toMatch(/^101 +Seguros Ejemplo +EUR +0 +0\.00 +1$/m)
  expect((await owner.query('select from invoice')).rowCount).toBe(2)
})

it('says so if there is nothing to invoice', async () =>
  expect(await admin('draw', '--tenant', 'norte', '--month', '2020-01')).toBe(
    'norte has nothing to invoice in 2020-01',
  ))

it('sets details of an account for its next invoices, and keeps the others', async () => {
  await admin('customer', 'demo', '103', 'legalName=Viajes = Sueños, S.L.', 'taxId=B1')
  const { rows } = await owner.query('select legal_name, tax_id, address from payment_account where id = 103')
  expect(rows).toEqual([
    { legal_name: 'Viajes = Sueños, S.L.', tax_id: 'B1', address: 'Calle de Ejemplo 3, 28000 Madrid' },
  ])
})

it.each([
  ['no month', ['draw', '--tenant', 'demo'], /^--tenant and --month must be given\. Usage:/],
  ['an invalid month', ['draw', '--tenant', 'demo', '--month', '2026-13'], '"2026-13" is not a month such as 2026-10'],
  ['a tenant that is not there', ['draw', '--tenant', 'nobody', '--month', '2026-10'], /^There is no tenant nobody/],
  ['an invalid detail', ['customer', 'demo', '101', 'phone=1'], /^phone: use legalName/],
  ['an account that is not there', ['customer', 'demo', '999', 'taxId=X'], 'demo has no payment account 999'],
  ['an account of another tenant', ['customer', 'demo', '201', 'taxId=X'], 'demo has no payment account 201'],
  ['a word for an account', ['draw', '--tenant', 'demo', '--month', '2026-10', '--account', 'x'], /is not the id/],
])('refuses %s', async (_, words, message) => {
  await expect(admin(...words)).rejects.toThrow(message)
})
