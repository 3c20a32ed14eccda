import { expect, type Locator, type Page } from '@playwright/test'

// Figures are ratios: what the product takes, beside a known task on the same machine at the same moment. A slow or
// busy machine says nothing about the product.

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY

/** The usual time, and the usual slowest time of a round: what hits a single round says nothing about the product. */
const figuresOf = (rounds: readonly number[][]) => ({
  usual: median(rounds.flat()),
  slowest: median(rounds.map((times) => Math.max(...times))),
})

/** Time to load the whole wizard, from its address to the cursor in its first field. */
const wizardLoad = async (page: Page) => {
  const from = Date.now()
  await page.goto('/new-booking/caller')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  return Date.now() - from
}

/** Expects all the waits of a call together to be shorter than loading the wizard twice. */
export const expectSoon = async (page: Page, waitedMs: number) => {
  const load = await wizardLoad(page)
  console.log(`Waited ${waitedMs} ms, where loading the wizard takes ${load} ms`)
  expect(waitedMs).toBeLessThan(2 * load)
}

/** How long the box waits for another letter before it sends a request. */
const restMs = 50

/** Times of a box that waits as long, fetches next to nothing and draws it, letter by letter at a human pace. */
const bareAnswers = (page: Page, letters: number) =>
  page.evaluate(
    async ([rest, count]) => {
      const taken: number[] = []
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      while (taken.length < count) {
        await wait(100)
        const from = performance.now()
        await wait(rest)
        await fetch('/version.json', { cache: 'no-store' })
        await new Promise(requestAnimationFrame)
        taken.push(performance.now() - from)
      }
      return taken
    },
    [restMs, letters] as const,
  )

/** Records in the page how long each letter waits for its suggestions to be drawn. */
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

const words = ['plaza mayor', 'hospital', 'estación', 'universidad', 'gran vía']

/** Expects suggestions right after a letter: the usual and the slowest below twice those of a box without any. */
export const expectSuggestionsSoon = async (box: Locator) => {
  const page = box.page()
  const found = page.getByRole('option').filter({ visible: true }).first()
  // Warm-up: the first word finds everything cold.
  await box.fill('catedral')
  await expect(found).toBeVisible()
  await box.evaluate(watch)
  const [taken, bare]: [number[][], number[][]] = [[], []]
  for (const word of words) {
    await box.fill('')
    await box.pressSequentially(word, { delay: 150 })
    await expect(found).toBeVisible()
    bare.push(await bareAnswers(page, 6))
    taken.push(await page.evaluate<number[]>('window.suggestionTimes.splice(0)'))
  }
  const [own, other] = [figuresOf(taken), figuresOf(bare)]
  console.log(`Suggestions after ${taken.flat().length} letters:`, own, 'ms; bare answers:', other, 'ms')
  expect(taken.flat().length).toBeGreaterThan(25)
  expect(own.usual).toBeLessThan(2 * other.usual)
  expect(own.slowest).toBeLessThan(2 * other.slowest)
}
