import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { at, booking, openModal } from '../testing.tsx'
import FinishBooking from './finish.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(40) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const finished = { 'PUT /bookings/:sd/:id/finish': { booking: { ...booking, version: 4, status: 30 } } }

it('sends the arrival and finish times as entered in the booking’s time zone (B-090)', async () => {
  const { dialog, type, submit, isSent, sent, told, closed } = await openModal(FinishBooking, { answers: finished })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Taxi arrived').value).toBe('15/11/2026 10:00')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Ride ended').value).toBe('15/11/2026 10:40')
  type('Taxi arrived', '15/11/2026 10:05')
  type('Supplier price', '12.50')
  submit()
  await isSent()
  expect(sent[0]?.body).toEqual({
    booking: {
      id: 4711,
      version: 3,
      timeBookingArrivalTimestamp: at(5),
      timeBookingFinish: at(40),
      priceSupplierTotal: 12.5,
    },
  })
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(told()).toEqual(['Booking updated'])
})

it.each([
  ['an arrival before the start', 'Taxi arrived', '2026-11-15T09:59', "The taxi can't arrive before the pickup time"],
  [
    'an arrival more than half an hour late',
    'Taxi arrived',
    '2026-11-15T10:31',
    'The taxi must arrive within 30 minutes of the pickup time',
  ],
  ['a finish more than a day after the start', 'Ride ended', '2026-11-16T10:01', /^The ride must end within 24 hours/],
  ['a finish before the start', 'Ride ended', '2026-11-15T09:59', "The ride can't end before the pickup time"],
  ['no finish', 'Ride ended', '', 'Enter a date and time'],
])('refuses %s as it is typed (B-091, B-092)', async (_, label, typed, error) => {
  const { type, submit, errors, sent } = await openModal(FinishBooking, { answers: finished })
  type(label, typed)
  await waitFor(() => expect(errors()).toEqual([expect.stringMatching(error)]))
  submit()
  expect(sent).toEqual([])
})

it('shows a failure inside the modal (L-266)', async () => {
  const answers = {
    'PUT /bookings/:sd/:id/finish': () => {
      throw new CallFailed('The booking has changed, and this is no longer possible', 409)
    },
  }
  const { dialog, submit, closed } = await openModal(FinishBooking, { answers })
  submit()
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'The booking has changed, and this is no longer possible',
  )
  expect(closed).not.toHaveBeenCalled()
})

it.each([
  ['abc', 'Enter an amount, e.g. 12.50'],
  ['12.345', 'Enter an amount, e.g. 12.50'],
  ['-2', "The price can't be negative"],
])('refuses %j as a price', async (typed, error) => {
  const { type, submit, errors, sent } = await openModal(FinishBooking, { answers: finished })
  type('Customer price', typed)
  submit()
  await waitFor(() => expect(errors()).toEqual([error]))
  expect(sent).toEqual([])
})

it('sends the customer price as typed, and warns that a high total stays marked as too high', async () => {
  const { dialog, type, submit, isSent, sent } = await openModal(FinishBooking, { answers: finished })
  type('Customer price', '1.234,50')
  expect(within(dialog).getByText(/^Totals of €301 or more stay marked as too high/)).toBeTruthy()
  submit()
  await isSent()
  expect(sent[0]?.body).toMatchObject({ booking: { priceCustomerTotal: 1234.5 } })
})

it('hides the customer price without editPriceCustomer', async () => {
  const { dialog } = await openModal(FinishBooking, { permissions: { editServiceByFleet: 'all' } })
  expect(within(dialog).queryByLabelText('Customer price')).toBeNull()
})
