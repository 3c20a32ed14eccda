import { type MovementKind, movementKinds, signedAmount } from '@parada/domain/wallet/movements'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { fillEveryTable } from '../testing/rows.ts'
import { balanceOf, lockWallet, type MoveOutcome, moveMoney, movementsOf, type Transfer } from './wallet.ts'

const tenant = 101
const users = [11, 12, 13]
const now = new Date('2026-11-16T10:00:00Z')
let database: TestDatabase
let owner: pg.Client
let idPromo: number

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const made = await fillEveryTable(owner, [tenant])
  idPromo = made.get(`promo ${tenant}`)?.id as number
  await owner.query(
    `insert into app_user (tenant_id, id, is_customer, id_white_label, first_name, last_name, user_email)
     select $1, id, true, $1, '<b>Eva</b>', 'Prueba', 'eva' || id || '@example.test' from unnest($2::int[]) id`,
    [tenant, users],
  )
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('truncate wallet_movement'))

let keys = 0
const transfer = (change: Partial<Transfer>): Transfer => ({
  idUser: 11,
  kind: 'payment',
  cents: 1_000,
  concept: 'Top-up',
  key: `key ${++keys}`,
  ...change,
  idPromo: change.kind === 'promo' ? idPromo : null,
})
const move = (change: Partial<Transfer>, at = now) =>
  database.inTenant(tenant, async (tx) => {
    const moved = transfer(change)
    await lockWallet(tx, tenant, moved.idUser)
    return moveMoney(tx, tenant, moved, at)
  })
const balance = (idUser = 11) => database.inTenant(tenant, (tx) => balanceOf(tx, tenant, idUser))
const page = (pageNumber: number, idBooking?: number) =>
  database.inTenant(tenant, (tx) => movementsOf(tx, tenant, { idUser: 11, pageNumber, idBooking }))

describe('a wallet', () => {
  it('holds the sum of its movements', async () => {
    expect(await balance()).toBe(0)
    await move({ cents: 2_000 })
    await move({ kind: 'ride', cents: 1_350 })
    await move({ kind: 'refund', cents: 150 })
    expect(await balance()).toBe(800)
  })

  it('never falls below zero', async () => {
    await move({ cents: 500 })
    expect(await move({ kind: 'ride', cents: 501 })).toBe('tooLow')
    expect(await move({ kind: 'ride', cents: 500 })).toBe('moved')
    expect(await balance()).toBe(0)
  })

  it('applies a repeated transfer once, and rejects its key for any other transfer', async () => {
    expect(await move({ key: 'one', kind: 'payment', cents: 500 })).toBe('moved')
    expect(await move({ key: 'one', kind: 'payment', cents: 500 })).toBe('again')
    expect(await move({ key: 'one', kind: 'payment', cents: 501 })).toBe('other')
    expect(await move({ key: 'one', kind: 'payment', cents: 500, idUser: 12 })).toBe('other')
    expect(await balance()).toBe(500)
  })

  it('recognises a repeated ride even after that ride emptied it', async () => {
    await move({ cents: 500 })
    await move({ key: 'ride', kind: 'ride', cents: 500 })
    expect(await move({ key: 'ride', kind: 'ride', cents: 500 })).toBe('again')
  })

  it('is read in pages of 20, newest first, and by booking', async () => {
    for (let cents = 1; cents <= 45; cents++) await move({ cents }, new Date(now.getTime() + cents * 1_000))
    const amounts = async (pageNumber: number) => (await page(pageNumber)).map(({ amount }) => amount)
    expect(await amounts(0)).toEqual(Array.from({ length: 21 }, (_, index) => 45 - index))
    expect(await amounts(2)).toEqual([5, 4, 3, 2, 1])
    expect(await amounts(3)).toEqual([])
    expect(await page(0, 4711)).toEqual([])
  })

  it('lists movements in the order they were made, even if the clock goes back', async () => {
    await move({ cents: 1 })
    await move({ cents: 2 }, new Date(now.getTime() - 60_000))
    expect((await page(0)).map(({ amount, date }) => [amount, date])).toEqual([
      [2, now.getTime()],
      [1, now.getTime()],
    ])
  })
})

describe('the ledger', () => {
  const columns = 'tenant_id, id_user, number, kind, amount, balance, balance_before, number_before, date, concept, key'
  const insert = (values: string) =>
    owner.query(`insert into wallet_movement (${columns}) values (${tenant}, ${values}, now(), 'x', 'forged')`).then(
      () => 'written',
      (error: pg.DatabaseError) => error.code,
    )

  it.each([
    ['a balance that is not the sum', `11, 2, 'payment', 100, 700, 600, 1`, '23503'],
    ['a balance without what was before', `11, 2, 'payment', 100, 100, 0, 1`, '23503'],
    ['a sum that is wrong', `11, 2, 'payment', 100, 650, 500, 1`, '23514'],
    ['a first movement out of nothing', `12, 1, 'payment', 100, 700, 600, null`, '23514'],
    ['a movement that follows none', `12, 7, 'payment', 100, 700, 600, 6`, '23503'],
    ['a second movement in the place of another', `11, 1, 'payment', 100, 100, 0, null`, '23505'],
    ['a balance below zero', `11, 2, 'ride', -501, -1, 500, 1`, '23514'],
    ['an amount of nothing', `11, 2, 'payment', 0, 500, 500, 1`, '23514'],
    ['a top-up that takes', `11, 2, 'payment', -100, 400, 500, 1`, '23514'],
    ['a ride that gives', `11, 2, 'ride', 100, 600, 500, 1`, '23514'],
    ['more than can be moved', `11, 2, 'payment', 1000001, 1000501, 500, 1`, '23514'],
    ['an invalid kind', `11, 2, 'gift', 100, 600, 500, 1`, '23514'],
  ])('rejects %s', async (_, values, code) => {
    await move({ cents: 500 })
    expect(await insert(values)).toBe(code)
  })

  it('cannot be changed, not even by its owner', async () => {
    await move({})
    for (const statement of ['update wallet_movement set concept = concept', 'delete from wallet_movement'])
      await expect(owner.query(statement)).rejects.toMatchObject({ code: '23001' })
  })

  it('neither creates nor loses money under concurrent transfers', async () => {
    const anyTransfer = fc.record({
      idUser: fc.constantFrom(...users),
      kind: fc.constantFrom<MovementKind>(...movementKinds, 'ride', 'ride'),
      cents: fc.integer({ min: 1, max: 3_000 }),
      // Few enough keys that some are repeated.
      key: fc.integer({ min: 1, max: 60 }).map((n) => `told ${n}`),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransfer, { minLength: 20, maxLength: 80 }), async (told) => {
        await owner.query('truncate wallet_movement')
        const outcomes = await Promise.all(told.map((one) => move(one)))
        const moved = told.filter((_, index) => outcomes[index] === 'moved')
        const expected = (of: (one: (typeof told)[number]) => boolean) =>
          moved.filter(of).reduce((sum, { kind, cents }) => sum + signedAmount(kind, cents), 0)
        for (const idUser of users) expect(await balance(idUser)).toBe(expected((one) => one.idUser === idUser))
        const { rows } = await owner.query<{ kind: MovementKind; lost: number }>(
          'select kind, sum(amount)::int as lost from wallet_movement group by kind',
        )
        // The wallets hold what Parada's accounts have given.
        const held = await Promise.all(users.map((idUser) => balance(idUser)))
        expect(rows.reduce((sum, { lost }) => sum + lost, 0)).toBe(held.reduce((sum, one) => sum + one, 0))
        for (const { kind, lost } of rows) expect(lost).toBe(expected((one) => one.kind === kind))
        const known: Record<MoveOutcome, boolean> = { moved: true, again: true, other: true, tooLow: true }
        expect(outcomes.every((outcome) => known[outcome])).toBe(true)
        expect(new Set(moved.map(({ key }) => key)).size).toBe(moved.length)
      }),
      { numRuns: 15 },
    )
  })
})
