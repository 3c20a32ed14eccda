import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { at, booking, now, openModal } from '../testing.tsx'
import DispatchInfo from './dispatch-info.tsx'
import ReplaceBooking from './replace.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const saved = { 'PUT /services/:sd/:id/dispatchInfo': { booking: { ...booking, version: 4 } } }
const later = { timeBookingStartTimestamp: at(60) }

/** The first day offered in this month and the last one in the next. */
const daysOffered = (dialog: HTMLElement) => {
  fireEvent.click(within(dialog).getByRole('button', { name: 'Calendar: Pickup time' }))
  const offered = () => [...dialog.querySelectorAll('[data-day]:not(:disabled)')].map((day) => Number(day.textContent))
  const [first] = offered()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Next month' }))
  return [first, offered().at(-1)]
}

describe('the update-dispatch-info modal', () => {
  it('takes the day from the calendar and keeps the time', async () => {
    const { dialog, submit, isSent, sent } = await openModal(DispatchInfo, { answers: saved, booking: later })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Calendar: Pickup time' }))
    fireEvent.keyDown(within(dialog).getByRole('button', { name: 'Next month' }), { key: 'Escape' })
    expect(within(dialog).queryByRole('button', { name: 'Next month' })).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Calendar: Pickup time' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Friday 20 November 2026' }))
    const start = within(dialog).getByLabelText<HTMLInputElement>('Pickup time')
    expect(start.value).toBe('20/11/2026 11:00')
    expect(document.activeElement).toBe(start)
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ timeBookingStart: at(60 + 5 * 24 * 60) })
  })

  it('sends the changed fields (B-066)', async () => {
    const { type, submit, isSent, sent, told, closed } = await openModal(DispatchInfo, {
      answers: saved,
      booking: later,
    })
    type('Pickup time', '2026-11-15T12:00')
    type('Send to fleet', '30')
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({
      version: 3,
      asap: false,
      timeBookingStart: at(120),
      timePreDispatch: 30,
    })
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(told()).toEqual(['Booking updated'])
  })

  it.each([
    ['2026-11-15T10:15', ['Error date too early\nChoose a time more than 15 minutes from now']],
    ['2026-11-15T10:16', []],
    ['2026-12-15T23:59', []],
    ['2026-12-16T00:00', ['Choose a date within the allowed range']],
  ])('accepts a pickup time only from over 15 minutes to 30 days ahead: %s (L-232, O2-42)', async (start, problems) => {
    const { type, errors, submit, sent, isSent } = await openModal(DispatchInfo, { answers: saved, booking: later })
    type('Pickup time', start)
    await waitFor(() => expect(errors()).toEqual(problems))
    submit()
    if (problems.length > 0) expect(sent).toEqual([])
    else await isSent()
  })

  it('offers days from yesterday to 30 days ahead, and sends the current time for as soon as possible (L-232)', async () => {
    const { dialog, submit, isSent, sent } = await openModal(DispatchInfo, { answers: saved, booking: later })
    expect(daysOffered(dialog)).toEqual([14, 15])
    within(dialog).getByLabelText('As soon as possible').click()
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ asap: true, timeBookingStart: now })
  })

  it('requires a pickup with coordinates', async () => {
    const answers = { ...saved, 'GET /places/:sd/search': { suggestedAddresses: [] } }
    const { type, submit, dialog, sent } = await openModal(DispatchInfo, { answers, booking: later })
    type('Pickup', 'Somewhere')
    submit()
    expect(await within(dialog).findByText(/^Booking origin not complete Choose the pickup/)).toBeTruthy()
    expect(sent).toEqual([])
  })
})

describe('an edit that came too late', () => {
  const refusing = (allowCancelAndCreate: boolean) => ({
    'PUT /services/:sd/:id/dispatchInfo': () => {
      throw new CallFailed('A taxi is already assigned', 416, { allowCancelAndCreate })
    },
    'POST /services/asistencia-cancel-create': { service: { id: 4800 } },
  })

  it('shows the server’s message if cancel-and-create is not allowed (B-099)', async () => {
    const { dialog, submit } = await openModal(DispatchInfo, { answers: refusing(false) })
    submit()
    expect((await within(dialog).findByRole('alert')).textContent).toBe('A taxi is already assigned')
    expect(within(dialog).queryByText('Cancel and create')).toBeNull()
  })

  it('offers cancel-and-create with the reason and the typed values, and leads to the new booking (B-099, B-100)', async () => {
    const { type, submit, isSent, sent, router } = await openModal(DispatchInfo, {
      answers: refusing(true),
      booking: later,
    })
    type('Pickup time', '2026-11-15T12:30')
    submit()
    const dialog = await screen.findByRole('dialog', { name: 'Cancel and create booking 4711' })
    expect(within(dialog).getByText("This booking can't be changed: A taxi is already assigned.")).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Pickup time').value).toBe('15/11/2026 12:30')
    dialog.querySelector('form')?.requestSubmit()
    await isSent(2)
    expect(sent[1]?.body).toEqual({
      id: 4711,
      origin: booking.origin,
      destination: booking.destination,
      timeBookingStart: at(150),
    })
    await screen.findByText('Another booking')
    expect(router.state.location.pathname).toBe('/services/4800')
  })
})

describe('the cancel-and-create modal', () => {
  it('offers days from yesterday to 30 days ahead, and sends the current time for a past one (B-097, L-234)', async () => {
    const answers = { 'POST /services/asistencia-cancel-create': { service: { id: 4800 } } }
    const { dialog, type, submit, isSent, sent, closed, told } = await openModal(ReplaceBooking, { answers })
    expect(daysOffered(dialog)).toEqual([14, 15])
    type('Pickup time', '2026-11-14T08:00')
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({
      id: 4711,
      origin: booking.origin,
      destination: booking.destination,
      timeBookingStart: now,
    })
    await waitFor(() => expect(closed).toHaveBeenCalledWith({ service: { id: 4800 } }))
    expect(told()).toEqual(['Booking created'])
  })

  it('refuses a pickup time beyond 30 days (L-234)', async () => {
    const { type, errors, submit, sent } = await openModal(ReplaceBooking)
    type('Pickup time', '2026-12-16T00:00')
    await waitFor(() => expect(errors()).toEqual(['Choose a date within the allowed range']))
    submit()
    expect(sent).toEqual([])
  })

  it('shows the server’s message on failure, and passes it on when closed (B-100, L-262)', async () => {
    const answers = {
      'POST /services/asistencia-cancel-create': () => {
        throw new CallFailed('The passenger is on board', 409)
      },
    }
    const { dialog, submit, closed } = await openModal(ReplaceBooking, { answers })
    submit()
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The passenger is on board')
    within(dialog).getByRole('button', { name: 'Back' }).click()
    await waitFor(() => expect(closed).toHaveBeenCalledWith({ errorMessage: 'The passenger is on board' }))
  })
})

describe('a pickup time on a night when the clocks change', () => {
  const before = Date.parse('2026-10-25T00:30:00Z')
  const after = Date.parse('2026-10-25T01:30:00Z')
  const created = { 'POST /services/asistencia-cancel-create': { service: { id: 4800 } } }
  const choice = (dialog: HTMLElement, name: string) =>
    within(dialog).getByRole<HTMLInputElement>('radio', { name: `02:30 ${name} the change` })

  it('keeps its side of the change when the booking is replaced', async () => {
    vi.setSystemTime(Date.parse('2026-10-24T20:00:00Z'))
    const { dialog, submit, isSent, sent } = await openModal(ReplaceBooking, {
      answers: created,
      booking: { timeBookingStartTimestamp: after },
    })
    expect(choice(dialog, 'after').checked).toBe(true)
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ timeBookingStart: after })
  })

  it('is taken as the next one to come when typed', async () => {
    vi.setSystemTime(Date.parse('2026-10-25T00:40:00Z'))
    const { dialog, type, submit, isSent, sent } = await openModal(DispatchInfo, {
      answers: saved,
      booking: { timeBookingStartTimestamp: Date.parse('2026-10-25T08:00:00Z') },
    })
    type('Pickup time', '25/10/2026 2:30')
    expect(choice(dialog, 'after').checked).toBe(true)
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ timeBookingStart: after })
  })

  it('can be switched from after to before the change', async () => {
    vi.setSystemTime(Date.parse('2026-10-24T20:00:00Z'))
    const { dialog, submit, isSent, sent } = await openModal(DispatchInfo, {
      answers: saved,
      booking: { timeBookingStartTimestamp: after },
    })
    fireEvent.click(choice(dialog, 'before'))
    expect(within(dialog).getByLabelText<HTMLInputElement>('Pickup time').value).toBe('25/10/2026 02:30')
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ timeBookingStart: before })
  })

  it('is moved forward with an explanation if it does not exist', async () => {
    vi.setSystemTime(Date.parse('2027-03-27T20:00:00Z'))
    const { dialog, type } = await openModal(DispatchInfo, { booking: later })
    type('Pickup time', '28/03/2027 02:30')
    within(dialog).getByText("02:30 doesn't exist that night because the clocks go forward: 03:30 is used")
    expect(within(dialog).queryByRole('radio')).toBeNull()
  })
})
