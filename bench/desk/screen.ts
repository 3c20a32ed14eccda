import type { Page } from '@playwright/test'

/** What the page records for the measurement. */
type ScreenLog = { painted: number; shown: Map<string, number>; clicked: number; longest: number }
declare const window: Window & { kept: ScreenLog }

/**
 * Runs in the page before anything else, and records the paint of the first row, the longest task, and the paint of
 * each mark.
 */
export const watchFromStart = () => {
  const kept: ScreenLog = { painted: 0, shown: new Map(), clicked: 0, longest: 0 }
  window.kept = kept
  const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))
  const watched = new MutationObserver((changes) => {
    if (kept.painted === 0 && document.querySelector('tbody tr[data-index]')) {
      kept.painted = -1
      afterPaint(() => {
        kept.painted = performance.now()
      })
    }
    const marks = changes.flatMap(({ target }) => target.textContent?.match(/Taxi\d+x/g) ?? [])
    const fresh = new Set(marks.filter((mark) => !kept.shown.has(mark)))
    if (fresh.size === 0) return
    for (const mark of fresh) kept.shown.set(mark, Number.POSITIVE_INFINITY)
    afterPaint(() => {
      const at = performance.timeOrigin + performance.now()
      for (const mark of fresh) kept.shown.set(mark, at)
    })
  })
  watched.observe(document, { childList: true, subtree: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration)
  }).observe({ entryTypes: ['longtask'] })
  addEventListener(
    'click',
    () => {
      kept.clicked = performance.now()
    },
    true,
  )
}

export const rowIds = (page: Page) =>
  page
    .locator('tbody tr[data-index] th')
    .allTextContents()
    .then((texts) => texts.map((text) => Number(/\d+/.exec(text)?.[0])))

/** Time from the start of the load to the paint of the first row. */
export const firstPaint = async (page: Page) => {
  await page.reload()
  await page.waitForFunction(() => window.kept.painted > 0)
  return page.evaluate(() => window.kept.painted)
}

/** Time from the click on a row to the paint of the booking's number and facts; goes back afterwards. */
export const openingTime = async (page: Page, id: number) => {
  const row = page.locator('tbody tr[data-index]').filter({ has: page.getByText(String(id), { exact: true }) })
  const painted = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const title = document.querySelector('h1')?.textContent ?? ''
          const isThere = title.includes(wanted) && document.querySelector('article dl') !== null
          if (isThere) setTimeout(() => resolve(performance.now() - window.kept.clicked))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    String(id),
  )
  await row.locator('td').nth(3).click()
  const taken = await painted
  await page.goBack()
  await page.locator('tbody tr[data-index]').first().waitFor()
  return taken
}

/** The longest task while the wheel scrolls through the rows and back; 0 if none exceeded 50 ms. */
export const longestTaskOfScroll = async (page: Page) => {
  await page.mouse.move(600, 400)
  await page.evaluate(() => {
    window.kept.longest = 0
  })
  for (const step of [100, -100]) {
    for (let turned = 0; turned < 7_000; turned += 100) {
      await page.mouse.wheel(0, step)
      await page.waitForTimeout(16)
    }
  }
  await page.mouse.move(600, 5)
  return page.evaluate(() => window.kept.longest)
}

export const shownTimes = (page: Page) => page.evaluate(() => [...window.kept.shown])

/** Size of the page's JavaScript heap after garbage collection, in bytes, and the number of nodes in its document. */
export const memoryOf = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  const { nodes } = await client.send('Memory.getDOMCounters')
  await client.detach()
  return { bytes: usedSize, nodes }
}
