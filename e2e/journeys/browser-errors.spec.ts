import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'

const message = 'Nobody should see this'
const logError = (page: Page) => page.evaluate((text) => console.error(text), message)

/** Expects the error, and removes it so that the test does not fail. */
const expectNoticed = async (errors: string[]) => {
  await expect.poll(() => errors).toEqual([message])
  errors.pop()
}

test('a console error is noticed on any page of any context', async ({ page, openDesk, browserErrors }) => {
  await page.goto('/pages/signin')
  await logError(page)
  await expectNoticed(browserErrors)

  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/pages/forgot'))
  await logError(await opened)
  await expectNoticed(browserErrors)

  await logError(await openDesk())
  await expectNoticed(browserErrors)
})

test('an uncaught exception is noticed', async ({ page, browserErrors }) => {
  await page.goto('/pages/signin')
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text)
    })
  }, message)
  await expectNoticed(browserErrors)
})
