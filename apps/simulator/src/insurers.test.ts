import { rowsOf } from '@parada/db/database'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type House, startHouse } from './testing-simulator.ts'

// A server, a database and a simulator have to start, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

it('posts insurers’ cases that become bookings, and some with a mistake', async () => {
  const insurers = await house.simulate([], ['--speed', '300', '--faults', '3', '--calls-per-minute', '1'], [], [1])
  const count = async (condition: string) => {
    const text = `select count(*)::int as n from assistance_case where cod_expediente like 'S1-%' and ${condition}`
    const rows = await house.database.inTenant(1, (tx) => rowsOf<{ n: number }>(tx, { text, values: [] }))
    return rows[0]?.n ?? 0
  }
  await vi.waitFor(
    async () => {
      expect(await count('id_service is not null')).toBeGreaterThan(0)
      expect(await count(`error_message <> ''`)).toBeGreaterThan(0)
    },
    { timeout: 90_000, interval: 100 },
  )
  expect(insurers.said()).not.toContain('warning')
})
