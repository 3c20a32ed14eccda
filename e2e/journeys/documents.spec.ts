import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'

/** The statuses of these documents, in the same order. */
const statusesOf = (ids: readonly number[]) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const found = await tx.selectFrom('identity_document').select(['id', 'status']).where('id', 'in', ids).execute()
      return ids.map((id) => found.find((one) => one.id === id)?.status)
    }),
  )

const looksAt = (id: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, (tx) => tx.selectFrom('document_look').select('viewer').where('id_document', '=', id).execute()),
  )

const openId = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))
/** Expects that the images are painted and the document can be decided on. */
const expectReady = (page: Page) => expect(page.getByRole('button', { name: /^Valid/ })).toBeEnabled()

test('reviews ten documents by keyboard, undoes one decision, and finds the reviewer in the log of looks', async ({
  openDesk,
}) => {
  const page = await openDesk('administrator', { path: '/documents?view=inReview&type=identityCard' })
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await expectAccessible(page)
  const heading = page.getByRole('heading', { level: 1 })
  await press(page, 'ArrowDown', () => expect(page.locator('tbody tr[data-index]').first()).toBeFocused())
  await press(page, 'Enter', () => expect(heading).toHaveText(/^Identity card \d+$/))
  await expectReady(page)
  await expectAccessible(page)

  const keys = ['v', 'r', 'e', 'b', 'd', 'n', 'v', 'v', 'x', 'v']
  const decided: number[] = []
  for (const [at, key] of keys.entries()) {
    await expectReady(page)
    const id = openId(page)
    expect(decided).not.toContain(id)
    decided.push(id)
    await press(page, key, () => expect(heading).not.toHaveText(`Identity card ${id}`))
    if (at === 4) {
      // After undo the document opens again, and gets another decision.
      await press(page, 'Control+z', () => expect(heading).toHaveText(`Identity card ${id}`))
      await expect(page.getByText('In review', { exact: true }).first()).toBeVisible()
      await expectReady(page)
      await press(page, 'd', () => expect(heading).not.toHaveText(`Identity card ${id}`))
    }
  }
  const statuses = ['valid', 'rejected', 'sendAgain_expired', 'sendAgain_badImage', 'sendAgain_dataNotMatch']
  const rest = ['notAuthorized', 'valid', 'valid', 'expired', 'valid']
  await expect.poll(() => statusesOf(decided)).toEqual([...statuses, ...rest])

  const [first = 0] = decided
  expect((await looksAt(first)).map(({ viewer }) => viewer)).toContain('Elena Soto')
  await page.goto(`/documents/looks?idDocument=${first}`)
  await expect(page.locator('tbody tr[data-index]').first()).toContainText('Elena Soto')
  await expectAccessible(page)
})
