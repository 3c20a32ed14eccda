import type { Page } from '@playwright/test'
import { signIn, withBrowser } from './kit/browser.ts'
import { median, percentile } from './kit/measure.ts'
import { newHome, serverAlone, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'

export const title = 'Reviewing documents by keyboard, the next ones loaded ahead'

const warmUps = 3
const decisions = 20
const limitMs = 200

/** Runs in the page. Time from the key to the frame that shows the first image of another document. */
const decide = (page: Page, key: string) =>
  page.evaluate(async (key) => {
    const first = () => document.querySelector<HTMLImageElement>('figure img')
    const before = first()?.src
    const begun = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const image = first()
      if (image?.complete && image.naturalWidth > 0 && image.src !== before) break
    }
    // After the next frame, the image has been painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - begun
  }, key)

const review = async (page: Page, origin: string) => {
  await signIn(page, origin)
  await page.goto(`${origin}/documents?view=inReview`)
  await page.locator('tbody tr[data-index]').first().click()
  const ready = page.getByRole('button', { name: /^(Valid|Válido)/ })
  const times: number[] = []
  for (let count = 0; count < warmUps + decisions; count++) {
    await ready.and(page.locator(':enabled')).waitFor()
    // A person looks before deciding, and the next images load in the meantime.
    await page.waitForLoadState('networkidle')
    times.push(await decide(page, 'v'))
  }
  return times.slice(warmUps)
}

export const measure = async (): Promise<Figure[]> => {
  const { home, dispose } = newHome()
  const product = await startProduct(home, { PARADA_DEMO_HISTORY: '0' }, serverAlone)
  try {
    const origin = `http://demo.localhost:${product.port}`
    const times = await withBrowser(async (browser) => review(await browser.newPage(), origin))
    return [
      {
        what: 'Decision to the next image painted, median of twenty',
        value: median(times),
        unit: 'ms',
        atMost: limitMs,
      },
      { what: 'p95 of the twenty', value: percentile(times, 0.95), unit: 'ms', atMost: limitMs },
    ]
  } finally {
    await product.stop()
    await dispose()
  }
}
