import type { Page } from '@playwright/test'
import { expect, press } from './desk.ts'
import { expectToast } from './toasts.ts'

export const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)

export const expectStep = (page: Page, number: 1 | 2 | 3) =>
  expect(page.locator(`section[data-step="${number}"]`)).toHaveAttribute('data-open', 'true')

/** Sends the booking from the last step, and confirms it if the wizard asks. */
export const sendBooking = async (page: Page) => {
  const question = page.getByRole('dialog', { name: 'Confirm booking' })
  const created = expectToast(page, 'Booking created')
  await press(page, 'Control+Enter', () => Promise.race([created, expect(question).toBeVisible()]))
  if (await question.isVisible()) await press(page, 'Enter', () => created)
  await created
}
