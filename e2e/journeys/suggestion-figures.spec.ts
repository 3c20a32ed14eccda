import { expect, press, signIn, test } from '../desk.ts'
import { expectSuggestionsSoon } from '../figures.ts'

test('address suggestions appear right after the last letter', async ({ page }) => {
  await signIn(page, 'operator', 'demo', '/address')
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await expectSuggestionsSoon(page.getByRole('combobox', { name: 'Address' }))
})

test('place suggestions in the wizard appear right after the last letter', async ({ page }) => {
  await signIn(page, 'operator', 'demo', '/new-booking/caller/611000000')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  const box = page.getByRole('combobox', { name: 'Pickup' })
  await press(page, 'Enter', () => expect(box).toBeFocused())
  await expectSuggestionsSoon(box)
})
