import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { ownFleet } from '../../testing/records.ts'
import type { Booking } from '../record/booking-record.ts'
import { booking, now, openModal } from '../testing.tsx'
import EditBooking from './edit.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const finished: Partial<Booking> = {
  status: 30,
  priceSupplierTotal: 20,
  priceCustomerTotal: 22,
  priceCustomerMultiplier: 10,
  toll: 2,
  idSupplierTaxi: 312,
}
const saved = { 'PUT /services/:sd/:id': { booking: { ...booking, version: 4 } } }
const open = (change: Partial<Booking>, permissions?: Record<string, string>) =>
  openModal(EditBooking, { booking: change, answers: saved, ...(permissions && { permissions }) })

const bodyOf = (sent: { body?: unknown }[]) =>
  (sent[0]?.body as { booking?: Record<string, unknown> } | undefined)?.booking ?? {}

describe('the statuses offered in the edit modal', () => {
  it.each([
    ['for a finished booking (B-076)', 30, [30, -40]],
    ['for a booking that the call centre cancelled (B-076)', -40, [30, -40]],
    ['for a booking that the customer cancelled (B-077)', -20, [30, -20]],
    ['for a requested booking (B-078)', 10, [30, -20, -40, -60]],
    ['for a booking that was handed over (B-078)', -10, [30, -20, -40, -60]],
  ])('%s are those of the document', async (_, status, targets) => {
    const { dialog } = await open({ status })
    const label = status === 10 ? 'Close booking as' : 'State'
    const options = within(within(dialog).getByLabelText(label)).getAllByRole<HTMLOptionElement>('option')
    const offered = options.map(({ value }) => value).filter((value) => value !== '')
    expect(offered.map(Number).sort()).toEqual(targets.toSorted())
  })

  it.each([
    [{ status: 10, statusDispatch: -9999 }, 'Keep open (On hold)'],
    [{ status: 20, statusDispatch: 2500 }, 'Keep open (On board)'],
    [{ status: 10, statusDispatch: 949 }, 'Keep open (Searching)'],
  ])('name the current state as the list does: %o', async (standing, text) => {
    const { dialog } = await open(standing)
    const [first] = within(within(dialog).getByLabelText('Close booking as')).getAllByRole('option')
    expect(first?.textContent).toBe(text)
  })
})

describe('prices in the edit modal', () => {
  const value = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText<HTMLInputElement>(label).value

  it.each([
    ['-40', '0', '0', '', '0'],
    ['-20', '0', '0', '0', ''],
  ])('are reset by choosing %s (B-079)', async (status, supplier, customer, toll, taxi) => {
    const { dialog, type } = await open({ status: 10 })
    type('Close booking as', status)
    expect(value(dialog, 'Supplier price')).toBe(supplier)
    expect(value(dialog, 'Customer price')).toBe(customer)
    expect(value(dialog, 'Toll')).toBe(toll)
    expect(value(dialog, 'Taxi number')).toBe(taxi)
  })

  it('can be typed again after a status has reset them, and are saved as a charge', async () => {
    const { type, submit, isSent, sent } = await open({ status: 10 })
    type('Close booking as', '-40')
    type('Supplier price', '7,5')
    submit()
    await isSent()
    expect(bodyOf(sent)).toMatchObject({ status: -40, priceSupplierTotal: 7.5, priceCustomerTotal: 7.5, version: 3 })
  })

  it.each([
    ['for the customer follow the supplier’s plus the multiplier (L-228)', { priceCustomerMultiplier: 10 }, '33'],
    ['for the customer equal the supplier’s without a multiplier (L-228)', { priceCustomerMultiplier: null }, '30'],
  ])('%s', async (_, change, customer) => {
    const { dialog, type } = await open({ ...finished, ...change })
    type('Supplier price', '30')
    expect(value(dialog, 'Customer price')).toBe(customer)
  })

  it('keep a customer price typed by hand (L-228)', async () => {
    const { dialog, type } = await open(finished)
    type('Customer price', '40')
    type('Supplier price', '30')
    expect(value(dialog, 'Customer price')).toBe('40')
  })

  it.each([
    ['300.99', false],
    ['301', true],
  ])('of %s need a reason and an explanation: %s (L-229, B-084, O2-39)', async (total, isAsked) => {
    const { dialog, type, submit, errors, isSent, sent } = await open(finished)
    type('Customer price', total)
    expect(within(dialog).queryByLabelText('Validation reason') !== null).toBe(isAsked)
    submit()
    if (!isAsked) return isSent()
    await waitFor(() => expect(errors()).toHaveLength(2))
    type('Validation reason', 'other')
    type('Explanation', 'Agreed with the customer')
    submit()
    await isSent()
    expect(bodyOf(sent)).toMatchObject({
      priceCustomerTotal: 301,
      keyValidationReason: 'other',
      additionalReason: 'Agreed with the customer',
    })
  })

  it('need confirmation when the customer pays less than the supplier gets (B-085, L-229)', async () => {
    const { dialog, type, submit, isSent, sent } = await open(finished)
    type('Customer price', '10')
    submit()
    const anyway = await within(dialog).findByRole('button', { name: 'Save anyway' })
    expect(sent).toEqual([])
    fireEvent.click(anyway)
    await isSent()
    expect(bodyOf(sent)).toMatchObject({ priceCustomerTotal: 10 })
  })

  it('are refused if negative or not an amount', async () => {
    const { type, submit, errors, sent } = await open(finished)
    type('Toll', '-1')
    type('Supplier price', 'ten')
    submit()
    await waitFor(() => expect(errors()).toEqual(['Enter an amount, e.g. 12.50', "The price can't be negative"]))
    expect(sent).toEqual([])
  })

  it('include the customer price only with editPriceCustomer (L-230)', async () => {
    const { dialog, type, submit, isSent, sent } = await open(finished, { editServiceDeadByFleet: 'all' })
    expect(within(dialog).queryByLabelText('Customer price')).toBeNull()
    type('Supplier price', '25')
    submit()
    await isSent()
    expect(bodyOf(sent)).toMatchObject({ priceSupplierTotal: 25 })
    expect(bodyOf(sent)).not.toHaveProperty('priceCustomerTotal')
  })
})

it('keeps the validation errors that were not ticked off (B-235)', async () => {
  const { dialog, type, submit, errors, isSent, sent, told, closed } = await open({
    ...finished,
    validatedErrors: ['priceTooHigh', 'specialCustomer'],
  })
  fireEvent.click(within(dialog).getByLabelText('Price too high'))
  submit()
  // Ticking off a price that was too high needs a reason and an explanation.
  await waitFor(() => expect(errors()).toEqual(['Choose a reason', 'Add an explanation']))
  expect(within(dialog).getByText('A price this high needs a reason and an explanation')).toBeTruthy()
  type('Validation reason', 'other')
  type('Explanation', 'Detour around roadworks')
  submit()
  await isSent()
  expect(bodyOf(sent)).toMatchObject({ validatedErrors: ['specialCustomer'] })
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(told()).toEqual(['Booking updated'])
})

it('shows a message of its own when only the reference was changed', async () => {
  const { type, submit, isSent, sent, told, closed } = await openModal(EditBooking, {
    booking: finished,
    answers: saved,
    state: { whitelabelConfig: { name: 'Demo', showBookingReference: true } },
  })
  type('Reference', 'PO-77')
  submit()
  await isSent()
  expect(bodyOf(sent)).toMatchObject({ bookingReference: 'PO-77' })
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(told()).toEqual(['Booking Reference updated'])
})

it('shows the estimate, its range, the deviation and the route driven beside the price', async () => {
  const price = {
    idFleet: 29,
    priceCustomerType: 1,
    priceSupplierTotal: 16,
    estimatedMinPrice: 14.2,
    estimatedMaxPrice: 18.7,
    currency: 'EUR',
    distanceMeters: 9_000,
    estimatedMinTimeMinutes: 10,
    estimatedMaxTimeMinutes: 20,
    details: {},
  }
  const totalLine = { concept: 'total', quantity: 1, unitPrice: 16, amount: 16 }
  const block = {
    estimationLines: [],
    tollLines: [],
    minimumLine: null,
    totalLine,
    estimatedPrice: 16,
    realPrice: null,
  }
  const trajectory = [0, 1, 2].map((step) => ({ lat: 40.4 + step / 50, lon: -3.7, at: now + step * 300_000 }))
  const { dialog, type } = await openModal(EditBooking, {
    booking: { ...finished, statusDispatch: 3000, distanceMeters: 4_100 },
    state: { fleets: [ownFleet(29)] },
    answers: {
      ...saved,
      'GET /service-price-details/:sd/:idService': { estimationDetailsSupplier: block },
      'POST /services/:sd/priceEngine': { price, prices: [price] },
      'GET /services/:sd/:id/trajectory': { booking, price: {}, metadata: {}, trajectory },
    },
  })
  const shown = () =>
    [...within(dialog).getByRole('region', { name: 'Price check' }).querySelectorAll('dd')].map(
      ({ textContent }) => textContent,
    )
  await waitFor(() => expect(shown()).toEqual(['€16.00', '€14–19', '+25%', '4.4 km · 10 min · planned 4.1 km']))
  type('Supplier price', '12')
  expect(shown()[2]).toBe('-25%')
})

it.each([
  ['Passenger email', 'maria', 'Enter a valid email address'],
  ['Passenger phone', '', 'Missing property: Passenger phone'],
])('validates %s while typing', async (label, typed, error) => {
  const { type, errors } = await open({})
  type(label, typed)
  await waitFor(() => expect(errors()).toEqual([error]))
})

it('leaves the prices and status of a live booking alone when only its contact is edited', async () => {
  const { type, submit, isSent, sent } = await open({ status: 20 })
  type('Passenger', 'María Ruiz')
  submit()
  await isSent()
  expect(bodyOf(sent)).toEqual({ id: 4711, version: 3, passengerName: 'María Ruiz' })
})

describe('two users editing one booking', () => {
  const line = { id: 1, version: 4, at: now, action: 'edit', who: 'Bruno', before: {}, after: {} }
  const journal = (after: object) => ({ 'GET /services/:sd/:id/journal': { journal: [{ ...line, after }] } })
  const inputOf = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText<HTMLInputElement>(label)

  it('each save their own changes, and an untouched field follows the other’s', async () => {
    const { dialog, type, change, submit, isSent, sent } = await openModal(EditBooking, {
      answers: { ...saved, ...journal({ passengerName: 'Lola' }) },
    })
    type('Flight', 'IB3170')
    act(() => change({ version: 4, passengerName: 'Lola' }))
    expect(inputOf(dialog, 'Passenger').value).toBe('Lola')
    expect(inputOf(dialog, 'Flight').value).toBe('IB3170')
    expect(await within(dialog).findByText(/Bruno has just changed this booking/)).toBeTruthy()
    submit()
    await isSent()
    expect(bodyOf(sent)).toEqual({ id: 4711, version: 4, flightNumber: 'IB3170' })
  })

  it.each([
    ['Mine: IB3170', { flightNumber: 'IB3170' }],
    ['Bruno: UX15', {}],
  ])('must choose a value when both changed the same field: %s', async (answer, body) => {
    const { dialog, type, change, submit, isSent, sent } = await openModal(EditBooking, {
      answers: { ...saved, ...journal({ flightNumber: 'UX15' }) },
    })
    type('Flight', 'IB3170')
    type('Notes', 'Second floor')
    act(() => change({ version: 4, flightNumber: 'UX15' }))
    const button = await within(dialog).findByRole('button', { name: answer })
    submit()
    expect(document.activeElement?.textContent).toBe('Mine: IB3170')
    expect(sent).toEqual([])
    fireEvent.click(button)
    submit()
    await isSent()
    expect(bodyOf(sent)).toEqual({ id: 4711, version: 4, notes: 'Second floor', ...body })
  })

  it('must choose when both changed prices that belong together', async () => {
    const { dialog, type, change, submit, sent } = await openModal(EditBooking, { booking: finished, answers: saved })
    type('Customer price', '40')
    act(() => change({ version: 4, priceSupplierTotal: 25 }))
    await within(dialog).findByRole('button', { name: 'Somebody: 25' })
    submit()
    expect(sent).toEqual([])
  })

  const conflict = (field: string) =>
    new CallFailed('Somebody has just changed this booking', 409, {
      conflict: { version: 7, changes: [{ field, before: '', after: 'x', who: 'Bruno', at: now }] },
    })

  it.each([
    ['is sent again on top of theirs', 'passengerName', [3, 7]],
    ['asks first where it is the same field', 'flightNumber', [3]],
  ])('resolve a conflict on saving: the form %s', async (_, field, versions) => {
    let isFirst = true
    const { dialog, type, submit, isSent, sent, closed } = await openModal(EditBooking, {
      answers: {
        'PUT /services/:sd/:id': () => {
          const isRefused = isFirst
          isFirst = false
          if (isRefused) throw conflict(field)
          return saved['PUT /services/:sd/:id']
        },
      },
    })
    type('Flight', 'IB3170')
    submit()
    await isSent(versions.length)
    expect(sent.map((one) => bodyOf([one]).version)).toEqual(versions)
    if (versions.length > 1) await waitFor(() => expect(closed).toHaveBeenCalled())
    else expect(await within(dialog).findByText('Somebody has just changed this booking')).toBeTruthy()
  })
})
