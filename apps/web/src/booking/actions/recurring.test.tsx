import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { now, openModal } from '../testing.tsx'
import RecurringBookings from './recurring.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const answers = {
  'POST /services/:sd/recurring': {
    services: [1, 2].map((id) => ({ id, timeBookingStartTimestamp: now })),
  },
}

it('accepts several dates with hyphens or slashes, and sends them with hyphens (B-093, L-235)', async () => {
  const { dialog, type, submit, isSent, sent, told, closed } = await openModal(RecurringBookings, { answers })
  type('Repeat on', '22-11-2026, 29/11/2026\n06-12-2026')
  expect(within(dialog).getByText('Bookings to create: 3')).toBeTruthy()
  submit()
  await isSent()
  expect(sent[0]?.body).toEqual({ idCopyFrom: 4711, recurringDates: ['22-11-2026', '29-11-2026', '06-12-2026'] })
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(told()).toEqual(['Bookings created: 2'])
})

it.each([
  ['22-11-26', 'Enter dates as DD-MM-YYYY'],
  ['31-02-2027', 'Enter dates as DD-MM-YYYY'],
  ['14-11-2026', 'This is in the past'],
  ['22-11-2026 22/11/2026', 'This date is listed twice'],
])('refuses %s as it is typed (B-094, L-235)', async (dates, problem) => {
  const { type, submit, errors, sent } = await openModal(RecurringBookings, { answers })
  type('Repeat on', dates)
  await waitFor(() => expect(errors()).toEqual([expect.stringContaining(problem)]))
  submit()
  expect(sent).toEqual([])
})

it('adds the dates of the ticked weekdays, and days picked in the calendar', async () => {
  const { dialog, submit, isSent, sent } = await openModal(RecurringBookings, { answers })
  fireEvent.click(within(dialog).getByLabelText('Monday'))
  fireEvent.click(within(dialog).getByLabelText('Friday'))
  fireEvent.change(within(dialog).getByLabelText('For how long'), { target: { value: '1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add dates' }))
  const text = within(dialog).getByLabelText<HTMLTextAreaElement>('Repeat on')
  expect(text.value).toBe('16-11-2026 20-11-2026')
  const day = (name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name })
  expect(day('Friday 20 November 2026').getAttribute('aria-pressed')).toBe('true')
  // Past days and the day of the booking itself cannot be picked.
  expect(day('Sunday 15 November 2026').disabled).toBe(true)
  fireEvent.click(day('Friday 20 November 2026'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Next month' }))
  fireEvent.click(day('Tuesday 1 December 2026'))
  submit()
  await isSent()
  expect(sent[0]?.body).toEqual({ idCopyFrom: 4711, recurringDates: ['16-11-2026', '01-12-2026'] })
})

it('cannot be submitted without a date (O2-40)', async () => {
  const { dialog } = await openModal(RecurringBookings, { answers })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Create/ }).disabled).toBe(true)
})

it('names the dates on which the clocks change at the booking’s hour', async () => {
  vi.setSystemTime(Date.parse('2026-10-20T10:00:00Z'))
  const { dialog, type } = await openModal(RecurringBookings, {
    answers,
    booking: { timeBookingStartTimestamp: Date.parse('2026-10-24T00:30:00Z') },
  })
  type('Repeat on', '25-10-2026 26-10-2026 28-03-2027')
  expect(
    within(dialog)
      .getAllByRole('status')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Bookings to create: 3',
    '25-10-2026: 02:30 comes twice that night; the booking is for the one before the change',
    "28-03-2027: 02:30 doesn't exist that night because the clocks go forward; the booking is for 03:30",
  ])
})

it('refuses the booking’s own day when it starts in the repeated hour', async () => {
  vi.setSystemTime(Date.parse('2026-10-20T10:00:00Z'))
  const { type, errors } = await openModal(RecurringBookings, {
    answers,
    booking: { timeBookingStartTimestamp: Date.parse('2026-10-25T01:30:00Z') },
  })
  type('Repeat on', '25-10-2026')
  await waitFor(() => expect(errors()).toEqual([expect.stringContaining("This is the original booking's date")]))
})
