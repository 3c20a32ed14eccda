import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { signIn, withBrowser } from './kit/browser.ts'
import { newHome, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'

export const title = 'JavaScript that a page loads into an empty browser, gzipped'

/** Everything the page asks for until it has been quiet for a while, whatever the server compressed it with. */
const scriptsOf = async (page: Page, path: string) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '')
    if (isScript)
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_000)
  const all = await Promise.all(sizes.values())
  return { bytes: all.reduce((sum, size) => sum + size, 0), files: all.length }
}

const figure = (what: string, { bytes, files }: { bytes: number; files: number }, atMost: number): Figure => ({
  what,
  value: bytes / 1_000,
  unit: 'kB',
  atMost,
  from: `${files} files`,
})

export const measure = async (): Promise<Figure[]> => {
  const { home, dispose } = newHome()
  try {
    const { origin, stop } = await startProduct(home)
    const figures = await withBrowser(async (browser) => {
      const stranger = await browser.newPage()
      const signInPage = await scriptsOf(stranger, `${origin}/pages/signin`)
      const person = await browser.newPage()
      await signIn(person, origin)
      const list = await scriptsOf(person, `${origin}/numberValidations`)
      if ((await person.getByRole('row').count()) < 20) throw new Error('The list shows no rows')
      return [figure('the sign-in page', signInPage, 130), figure('the frame with a list', list, 230)]
    }).finally(stop)
    return figures
  } finally {
    await dispose()
  }
}
