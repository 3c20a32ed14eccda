import { expect, signIn, test, withoutMap } from '../desk.ts'
import { expectSuggestionsSoon } from '../figures.ts'

test('in the address box suggestions follow the last letter at once', async ({ page }) => {
  await withoutMap(page)
  await signIn(page, 'operator', 'demo', '/address')
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await expectSuggestionsSoon(page.getByRole('combobox', { name: 'Address' }))
})
