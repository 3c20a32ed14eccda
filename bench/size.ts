import type { Page } from '@playwright/test'
import { builtPages, gzippedBytes, limits, type PageName } from '../scripts/page-sizes.ts'
import { signIn, withBrowser } from './kit/browser.ts'
import { newHome, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'

export const title = 'JavaScript that a page loads into an empty browser, gzipped'

type LoadedFile = { file: string; bytes: number }

/**
 * All scripts that the page requests until it has been quiet for a while, with their gzipped size, whatever compression
 * the server used.
 */
const scriptsOf = async (page: Page, path: string) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loaded = new Map<string, Promise<LoadedFile>>()
  page.on('response', (response) => {
    const { protocol, pathname } = new URL(response.url())
    const isScript = protocol === 'http:' && /javascript/.test(response.headers()['content-type'] ?? '')
    if (isScript)
      loaded.set(
        pathname,
        response.body().then((body) => ({ file: pathname.slice(1), bytes: gzippedBytes(body) })),
      )
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_000)
  return Promise.all(loaded.values())
}

/** `npm test` counts the files that the build says a page loads; this checks that the page loads no others. */
const figuresOf = (what: string, name: PageName, loaded: readonly LoadedFile[]): Figure[] => {
  const counted = new Set(builtPages()[name])
  const uncounted = loaded.filter(({ file }) => !counted.has(file))
  return [
    { what, value: loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000, unit: 'kB', atMost: limits[name].kB },
    { what: `${what}, files`, value: loaded.length, unit: '', atMost: limits[name].files },
    {
      what: `${what}, files that npm test does not count`,
      value: uncounted.length,
      unit: '',
      atMost: 0,
      from: uncounted.map(({ file }) => file).join(' '),
    },
  ]
}

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
      return [
        ...figuresOf('the sign-in page', 'signIn', signInPage),
        ...figuresOf('the frame with a list', 'list', list),
      ]
    }).finally(stop)
    return figures
  } finally {
    await dispose()
  }
}
