import type { Tx } from '@parada/db/open'
import { required } from '@parada/domain/objects'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, openWithToken } from './desk.ts'
import { withDatabase } from './installation.ts'
import { openDeskOf, type Permissions, signInHolding } from './person.ts'

/** Helpers that show what a permission key changes, by users who differ in that key alone. */

export const inDemo = <T>(run: (tx: Tx) => Promise<T>) => withDatabase(({ inTenant }) => inTenant(1, run))

/** The id in the first row of this query, in the demo tenant. */
export const idOf = (query: string) =>
  inDemo(async (tx) => required((await sql.raw<{ id: number }>(query).execute(tx)).rows[0]).id)

/** Tokens of new users: one for each key, who holds it in addition to `all`, and one who only holds `all`. */
export const oneForEach = (all: Permissions, keys: readonly Permissions[]) =>
  inDemo(async (tx) => {
    const holders: string[] = []
    for (const key of keys) holders.push(await signInHolding(tx, { ...all, ...key }))
    return { holders, other: await signInHolding(tx, all) }
  })

/** The desks of two users, of whom only the first holds the key. */
export const bothAt = async (context: BrowserContext, path: string, all: Permissions, key: Permissions) => {
  const { holders, other } = await oneForEach(all, [key])
  return {
    holder: await openDeskOf(context, required(holders[0]), path),
    other: await openDeskOf(context, other, path),
  }
}

export const entry = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
export const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-index]')

/** Expects that each key adds its screen to the menu, and that a user with none of them does not see it. */
export const expectInMenu = async (page: Page, screens: readonly [Permissions, string][]) => {
  const { holders, other } = await oneForEach(
    {},
    screens.map(([key]) => key),
  )
  await openWithToken(page, other, 'demo', '/dashboard')
  await expect(entry(page, 'Active bookings')).toBeVisible()
  for (const [, name] of screens) await expect(entry(page, name)).toHaveCount(0)
  for (const [at, [, name]] of screens.entries()) {
    await openWithToken(page, required(holders[at]), 'demo', '/dashboard')
    await entry(page, name).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
}
