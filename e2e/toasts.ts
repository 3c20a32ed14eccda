import { type BrowserContext, expect, type Page } from '@playwright/test'

declare const window: Window & { toasts: string[] }

/**
 * Records the texts of toasts and other passing messages as they appear: they stay for 2 or 3 s, and a busy machine may
 * check later than that.
 */
export const noteToasts = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.toasts = []
    const known = new WeakMap<Element, string>()
    const note = () => {
      const passing = '.mantine-Notifications-notification, [role="dialog"] [role="status"]'
      for (const toast of document.querySelectorAll<HTMLElement>(passing)) {
        const text = toast.checkVisibility() ? toast.innerText : ''
        if (text === '' || text === known.get(toast)) continue
        known.set(toast, text)
        window.toasts.push(text)
      }
    }
    new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
  })

/** Expects a toast with these words, shown now or since the last expected one. */
export const expectToast = (page: Page, words: string | RegExp, options: { timeout?: number } = {}) =>
  expect
    .poll(
      async () => {
        const said = await page.evaluate(() => window.toasts)
        const at = said.findIndex((text) => (typeof words === 'string' ? text.includes(words) : words.test(text)))
        if (at === -1) return said
        await page.evaluate((count) => window.toasts.splice(0, count), at + 1)
        return words
      },
      { message: `a toast that says ${words}`, intervals: [20, 50, 100], ...options },
    )
    .toBe(words)

/** Clicks the toast that an action causes as soon as it appears, and returns its text. */
export const clickToast = async (page: Page, words: string, act: () => Promise<unknown>) => {
  const clicked = await page.evaluateHandle(
    (given) => ({
      text: new Promise<string>((resolve) => {
        new MutationObserver((_, observer) => {
          const toasts = [...document.querySelectorAll('.mantine-Notifications-notification')]
          const toast = toasts.find(({ textContent }) => textContent.includes(given))
          if (!toast) return
          observer.disconnect()
          toast.querySelector('button')?.click()
          resolve(toast.textContent)
        }).observe(document.body, { childList: true, subtree: true })
      }),
    }),
    words,
  )
  await act()
  return clicked.evaluate(({ text }) => text)
}
