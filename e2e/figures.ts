import { expect, type Locator, type Page } from '@playwright/test'

// Figures are ratios: what the product takes, beside something known that the same machine does in the same moment. A
// slow or busy machine is no figure of the product.

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY

/** What loading the whole wizard takes, from its address to the cursor in its first field. */
const wizardLoad = async (page: Page) => {
  const from = Date.now()
  await page.goto('/new-booking/caller')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  return Date.now() - from
}

/** All the waits of a call that was taken are shorter than loading the wizard twice would have been. */
export const expectSoon = async (page: Page, waitedMs: number) => {
  const load = await wizardLoad(page)
  console.log(`Waited ${waitedMs} ms, where loading the wizard takes ${load} ms`)
  expect(waitedMs).toBeLessThan(2 * load)
}

/** What an answer of nothing takes until it is drawn. */
const bareAnswers = (page: Page) =>
  page.evaluate(async () => {
    const taken: number[] = []
    for (let i = 0; i < 10; i++) {
      const from = performance.now()
      await fetch('/version.json', { cache: 'no-store' })
      await new Promise(requestAnimationFrame)
      taken.push(performance.now() - from)
    }
    return taken
  })

/** Notes, in the page, how long each letter waits for its suggestions to be drawn. */
const watch = (input: HTMLElement | SVGElement) => {
  const times: number[] = []
  let from = 0
  Object.assign(window, { suggestionTimes: times })
  input.addEventListener('input', () => {
    from = performance.now()
  })
  new MutationObserver(() => {
    const typed = from
    if (!typed || input.hasAttribute('aria-busy')) return
    from = 0
    requestAnimationFrame(() => times.push(performance.now() - typed))
  }).observe(input, { attributes: true, attributeFilter: ['aria-busy'] })
}

const words = ['atocha', 'plaza mayor', 'hospital', 'estación', 'universidad', 'gran vía']
/** The box waits so long for the next letter before it asks. */
const restMs = 50
/** Where a bare answer takes no longer than a frame, the suggestions stand there 150 ms after the letter. */
const most = 6

/** Suggestions follow a letter at once: 95 of 100 within the box's own rest and so many bare answers. */
export const expectSuggestionsSoon = async (box: Locator) => {
  const page = box.page()
  const found = page.getByRole('option').filter({ visible: true }).first()
  // The first word finds everything cold.
  await box.fill('catedral')
  await expect(found).toBeVisible()
  await box.evaluate(watch)
  const bare: number[] = []
  for (const word of words) {
    await box.fill('')
    await box.pressSequentially(word, { delay: 150 })
    await expect(found).toBeVisible()
    bare.push(...(await bareAnswers(page)))
  }
  const times = await page.evaluate<number[]>('window.suggestionTimes')
  const [taken, beside] = [times, bare].map((one) => ({ p50: percentile(one, 0.5), p95: percentile(one, 0.95) }))
  console.log(`Suggestions after ${times.length} letters:`, taken, 'ms; bare answers:', beside, 'ms')
  expect(times.length).toBeGreaterThan(25)
  expect(taken?.p50).toBeLessThan(restMs + most * (beside?.p50 ?? 0))
  expect(taken?.p95).toBeLessThan(restMs + most * (beside?.p95 ?? 0))
}
