import type { Tx } from '@parada/db/open'
import { required } from '@parada/domain/objects'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, openWithToken } from './desk.ts'
import { withDatabase } from './installation.ts'
import { openDeskOf, type Permissions, signInHolding } from './person.ts'

/** What each permission key changes: people who differ in that key alone. */

export const inDemo = <T>(run: (tx: Tx) => Promise<T>) => withDatabase(({ inTenant }) => inTenant(1, run))

/** The id that the query finds first in the demo. */
export const idOf = (query: string) =>
  inDemo(async (tx) => required((await sql.raw<{ id: number }>(query).execute(tx)).rows[0]).id)

/** Tokens of people who hold one of the keys each beside what all of them hold, and of one who holds none of them. */
export const oneForEach = (all: Permissions, keys: readonly Permissions[]) =>
  inDemo(async (tx) => {
    const holders: string[] = []
    for (const key of keys) holders.push(await signInHolding(tx, { ...all, ...key }))
    return { holders, other: await signInHolding(tx, all) }
  })

/** The desks of two people, of whom only the first holds the key. */
export const bothAt = async (context: BrowserContext, path: string, all: Permissions, key: Permissions) => {
  const { holders, other } = await oneForEach(all, [key])
  return {
    holder: await openDeskOf(context, required(holders[0]), path),
    other: await openDeskOf(context, other, path),
  }
}

export const entry = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
export const rows = (page: Page) => page.getByRole('table').locator('tbody tr[data-index]')

/** Each key brings its screen into the menu, which is not there for somebody with none of them. */
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
