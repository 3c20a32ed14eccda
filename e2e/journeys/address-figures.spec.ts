import { expect, signIn, test, withoutMap } from '../desk.ts'

test('in the address box suggestions are on the screen within 150 ms of the last letter', async ({ page }) => {
  await withoutMap(page)
  await signIn(page, 'operator', 'demo', '/address')
  const place = page.getByRole('combobox', { name: 'Address' })
  const found = page.getByRole('option').filter({ visible: true }).first()
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  // The first word finds everything cold.
  await place.pressSequentially('catedral', { delay: 150 })
  await expect(found).toBeVisible()
  await page.evaluate(() => {
    const seen = { typed: 0, taken: [] as number[] }
    Object.assign(window, { seen })
    document.addEventListener('input', () => {
      seen.typed = performance.now()
    })
    new MutationObserver((changes) => {
      const isList = changes.some(({ target, addedNodes }) =>
        [target, ...addedNodes].some((node) => node instanceof Element && node.closest('[role=listbox]')),
      )
      if (isList && seen.typed) {
        seen.taken.push(performance.now() - seen.typed)
        seen.typed = 0
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  for (const word of ['hospital', 'estacion', 'museo', 'plaza', 'calle mayor', 'aeropuerto']) {
    await place.fill('')
    await place.pressSequentially(word, { delay: 150 })
    await expect(found).toBeVisible()
  }
  const taken = await page.evaluate(() => (window as unknown as { seen: { taken: number[] } }).seen.taken)
  const sorted = taken.sort((one, other) => one - other)
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] as number
  console.log(
    `Suggestions after the last letter: p50 ${sorted[sorted.length >> 1]?.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
  )
  expect(sorted.length).toBeGreaterThan(8)
  expect(p95).toBeLessThan(150)
})
