import { keysOf, recordOf } from '@parada/domain/objects'
import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { launch, type Page } from 'puppeteer-core'
import { chromiumFlags, executablePath } from './kit/browser.ts'
import { median } from './kit/measure.ts'
import { everything, newHome, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'

export const title = 'Lighthouse, desktop'

const rounds = 3
const asked = { performance: 95, accessibility: 100, 'best-practices': 100 }
type Category = keyof typeof asked
const categories = keysOf(asked)

/** The session lives in the tab, so the same page is signed in and then audited, without clearing its storage. */
const signIn = async (page: Page, origin: string) => {
  const { email, password } = everything('demo')
  await page.goto(`${origin}/pages/signin`, { waitUntil: 'networkidle0' })
  await page.locator('input[autocomplete=username], input[type=email], input[type=text]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('nav')
}

/**
 * The product's headers give each page a process of its own, in which Chromium may begin to record only after the page has
 * begun to load. Such a recording has no start to measure from, and Lighthouse asks for another.
 */
const record = async (page: Page, url: string) => {
  const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: 'error' } as const
  for (let more = 4; ; more--) {
    const result = await lighthouse(url, flags, desktop, page)
    if (result?.lhr.runtimeError?.code !== 'NO_NAVSTART' || more === 0) return result
  }
}

const audit = async (page: Page, url: string) => {
  const result = await record(page, url)
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  if (lhr.finalDisplayedUrl !== url) throw new Error(`Lighthouse ended on ${lhr.finalDisplayedUrl} instead of ${url}`)
  const lacking = (category: Category) =>
    lhr.categories[category]?.auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()) ?? []
  return recordOf(categories, (category) => ({
    score: Math.round((lhr.categories[category]?.score ?? 0) * 100),
    lacking: lacking(category),
  }))
}

const figuresOf = async (name: string, page: Page, url: string): Promise<Figure[]> => {
  const audits: Awaited<ReturnType<typeof audit>>[] = []
  for (let round = 0; round < rounds; round++) audits.push(await audit(page, url))
  return categories.map((category) => ({
    what: `${name}: ${category}`,
    value: median(audits.map((one) => one[category].score)),
    unit: '',
    atLeast: asked[category],
    from: [...new Set(audits.flatMap((one) => one[category].lacking))].join(', '),
  }))
}

export const measure = async (): Promise<Figure[]> => {
  const { home, dispose } = newHome()
  try {
    const { origin, stop } = await startProduct(home)
    const browser = await launch({ executablePath, args: chromiumFlags })
    try {
      const stranger = await browser.newPage()
      const signInPage = await figuresOf('sign-in page', stranger, `${origin}/pages/signin`)
      const person = await browser.newPage()
      await signIn(person, origin)
      return [...signInPage, ...(await figuresOf('signed-in list', person, `${origin}/numberValidations`))]
    } finally {
      await browser.close()
      await stop()
    }
  } finally {
    await dispose()
  }
}
