import { demoUsers } from '@parada/db/seed/demo-users'
import { expect, expectAccessible, signIn, test } from '../desk.ts'

for (const { kind, firstName, lastName } of demoUsers.filter(({ subdomain }) => subdomain === 'demo'))
  test(`${firstName} ${lastName}, ${kind}, signs in and walks every menu entry`, async ({ page }) => {
    // This user has the most screens, and each is checked closely.
    if (kind === 'everything') test.slow()
    await signIn(page, kind)
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(page.getByRole('button', { name: new RegExp(`${firstName} ${lastName}`) })).toBeVisible()

    const entries = page.getByRole('navigation').getByRole('link')
    const count = await entries.count()
    expect(count).toBeGreaterThan(0)
    for (let at = 0; at < count; at++) {
      const entry = entries.nth(at)
      const name = (await entry.textContent()) ?? ''
      await entry.click()
      await expect(entry).toHaveAttribute('aria-current', 'page')
      await expect(page).toHaveTitle(new RegExp(`^${name}`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      // A list, the tables of a report, or the first field of a wizard, of the map or of a new authorization.
      const first = page
        .getByRole('textbox', { name: /^(Phone|Subscriber code)$/ })
        .or(page.getByLabel('Search fleets'))
        .or(page.getByRole('combobox', { name: 'Account', exact: true }))
      await expect(page.getByRole('table').or(first).first()).toBeVisible()
      // This user's screens include those of all others.
      if (kind === 'everything') await expectAccessible(page, { withFrame: at === 0 })
    }
    // The menu follows the permissions: only users who may view users see this entry.
    const mayViewUsers = kind === 'administrator' || kind === 'everything'
    await expect(page.getByRole('link', { name: 'Number validations' })).toHaveCount(mayViewUsers ? 1 : 0)
  })
