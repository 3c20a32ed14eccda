import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { endTry, readFailures, takeTry } from './sign-in.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query("insert into tenant (id, subdomain, name) values (1, 'one', 'One')")
  await owner.end()
})
afterAll(() => database.drop())

const subject = (first: number) => Buffer.alloc(32, first)

it('lets many users sign in from one address at once, in whatever order their subjects sort', async () => {
  const address = subject(100)
  const now = new Date()
  const signIn = async (user: Buffer) => {
    const counted = [user, address].map((one) => ({ subject: one, free: 1_000 }))
    await database.inTenant(1, (tx) => takeTry(tx, 1, counted, now))
    await database.inTenant(1, (tx) => endTry(tx, 1, { giveBack: [address], forget: [user] }))
  }
  // Some subjects sort before the address, and some after it.
  const users = [98, 99, 101, 102].map(subject)
  for (let round = 0; round < 25; round++) await Promise.all([...users, ...users].map(signIn))
  expect(await database.inTenant(1, (tx) => readFailures(tx, address))).toMatchObject({ count: 0 })
})
