import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { logged } from '../../kit/log.ts'
import type { Booking, BookingModalProps } from '../record/booking-record.ts'
import { type Answers, at, now, openModal } from '../testing.tsx'
import AddFleet from './add-fleet.tsx'
import BookingBreaks from './breaks.tsx'
import CancelBooking from './cancel.tsx'
import CancelDispatch from './cancel-dispatch.tsx'
import CancelSeries from './cancel-series.tsx'
import ConfirmService from './confirm.tsx'
import DispatchBooking from './dispatch.tsx'
import DispatchInfo from './dispatch-info.tsx'
import EditBooking from './edit.tsx'
import FinishBooking from './finish.tsx'
import FleetBreaks from './fleet-breaks.tsx'
import SendMessage from './message.tsx'
import NextFleet from './next-fleet.tsx'
import PriceDetails from './price-details.tsx'
import ShowRating from './rating.tsx'
import RecurringBookings from './recurring.tsx'
import ReplaceBooking from './replace.tsx'
import ResendEmail from './resend-email.tsx'
import SendSms from './sms.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  closed.mockClear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type ModalTest = Awaited<ReturnType<typeof openModal>>
type Case = {
  modal: ComponentType<BookingModalProps>
  booking?: Partial<Booking>
  read?: Answers
  /** Fills in the form and returns a function that reads back the value that must not be lost. */
  fill?: (opened: ModalTest) => (() => string) | Promise<() => string> | undefined
  /** The API call of a modal that writes. */
  call?: string
  /** The documents require it to close on failure, so the typed values are kept for the next opening. */
  closesOnFailure?: boolean
}

const typing = (label: string | RegExp, value: string) => (opened: ModalTest) => {
  opened.type(label, value)
  return () => within(opened.dialogNow()).getByLabelText<HTMLInputElement>(label).value
}

const reason = async (opened: ModalTest) => {
  await within(opened.dialogNow()).findByRole('option', { name: 'Customer asked to cancel' })
  return typing('Reason', 'client_cancelled')(opened)
}
const chosenFleet = async (opened: ModalTest) => {
  const fleet = await within(opened.dialogNow()).findByLabelText<HTMLInputElement>('Fleet 31')
  fireEvent.click(fleet)
  return () => String(within(opened.dialogNow()).getByLabelText<HTMLInputElement>('Fleet 31').checked)
}
const shownForm = async ({ dialogNow }: ModalTest) =>
  waitFor(() => expect(dialogNow().querySelector('form')).not.toBeNull())

const oneBreak = { id: 1, type: 'text', label: 'Motive', value: '', visible: true, required: false }
const rating = { id: 8, idBooking: 4711, score: 3, toImprove: [], timeUpdated: 1 }

const cases: Record<string, Case> = {
  dispatch: { modal: DispatchBooking, fill: chosenFleet, call: 'POST /services/:sd/:action' },
  'next fleet': { modal: NextFleet, fill: chosenFleet, call: 'POST /services/:sd/:action' },
  'confirm service': {
    modal: ConfirmService,
    fill: typing('Taxi number', '77'),
    call: 'POST /services/:sd/:action',
    closesOnFailure: true,
  },
  'dispatch info': {
    modal: DispatchInfo,
    booking: { timeBookingStartTimestamp: at(60) },
    fill: typing('Pickup time', '2026-11-15T12:00'),
    call: 'PUT /services/:sd/:id/dispatchInfo',
  },
  'cancel and create': {
    modal: (props) => <ReplaceBooking {...props} reason="too late" />,
    fill: typing('Pickup time', '2026-11-15T12:00'),
    call: 'POST /services/asistencia-cancel-create',
  },
  edit: { modal: EditBooking, fill: typing('Passenger', 'Lucía Invented'), call: 'PUT /services/:sd/:id' },
  finish: { modal: FinishBooking, fill: typing('Supplier price', '12.50'), call: 'PUT /bookings/:sd/:id/finish' },
  cancel: { modal: CancelBooking, fill: reason, call: 'PUT /services/:sd/:id/cancel' },
  'withdraw from fleet': { modal: CancelDispatch, fill: reason, call: 'PUT /services/:sd/:id/cancel' },
  'cancel recurring': { modal: CancelSeries, fill: reason, call: 'PUT /services/:sd/:id/cancelRecurring' },
  message: { modal: SendMessage, fill: typing('Message', 'At the door'), call: 'POST /messages/:sd/' },
  sms: {
    modal: SendSms,
    fill: typing('Message', 'Your taxi is there'),
    call: 'POST /services/:sd/:id/sendSmsCustomer',
    closesOnFailure: true,
  },
  'booking breaks': {
    modal: BookingBreaks,
    read: { 'GET /bookings/:sd/:id/bookingBreaks': { bookingBreaks: [oneBreak] } },
    fill: async (opened) => {
      await shownForm(opened)
      return typing(/^Motive/, 'Visit')(opened)
    },
    call: 'PUT /bookings/:sd/:id/bookingBreaks',
  },
  'fleet breaks': {
    modal: FleetBreaks,
    read: { 'GET /fleetbreaks/:sd/': { fleetBreaks: [] } },
    fill: async (opened) => {
      await shownForm(opened)
      return typing(/1$/, 'North')(opened)
    },
    call: 'POST /fleetbreaks/:sd',
    closesOnFailure: true,
  },
  recurring: {
    modal: RecurringBookings,
    fill: typing('Repeat on', '22-11-2026'),
    call: 'POST /services/:sd/recurring',
  },
  'add fleet': {
    modal: AddFleet,
    booking: { fleetsFiltered: '29' },
    read: {
      'GET /fleets/:sd/with-geoarea': {
        fleets: [{ id: 31, fleetLongName: 'Fleet 31', protocolDispatch: 4, status: 1 }],
      },
    },
    fill: chosenFleet,
    call: 'PUT /services/:sd/:idBooking/addFleet/:idFleet',
  },
  rating: {
    modal: ShowRating,
    read: { 'GET /rating/:sd/booking/:idBooking': { rating } },
    fill: async (opened) => {
      fireEvent.click(await screen.findByLabelText('Driver'))
      return () => String(within(opened.dialogNow()).getByLabelText<HTMLInputElement>('Driver').checked)
    },
    call: 'PUT /rating/:sd/:id/sendRating',
  },
  'resend e-mail': {
    modal: ResendEmail,
    booking: { emailPassenger: 'maria@example.com' },
    call: 'POST /services/:sd/:id/resendEmailPassenger',
  },
  'price details': { modal: PriceDetails },
}

const named = Object.entries(cases).map(([name, one]) => ({ name, ...one }))
const writing = named.filter((one) => one.call !== undefined)
const staying = writing.filter((one) => !one.closesOnFailure)

const open = ({ modal, booking, read = {}, call }: Case, answer?: () => unknown) =>
  openModal(modal, {
    // A separate id keeps the values that a form remembers out of other tests.
    booking: { id: 8100, ...booking },
    answers: { ...read, ...(call && answer && { [call]: answer }) },
  })

const Screen = ({ modal: Modal, ...props }: BookingModalProps & Pick<Case, 'modal'>) => {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  const close = () => {
    setOpen(false)
    closed()
  }
  return (
    <>
      <button type="button" ref={button}>
        opens it
      </button>
      {isOpen && <Modal {...props} onClose={close} />}
    </>
  )
}
const closed = vi.fn()

describe('every modal about a booking', () => {
  it.each(named)('$name takes the focus, keeps it, and gives it back on Escape', async (one) => {
    const opened = await open({ ...one, modal: (props) => <Screen {...props} modal={one.modal} /> })
    const dialog = opened.dialogNow()
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(dialog.getAttribute('aria-modal')).toBe('true')
    fireEvent.keyDown(document.activeElement ?? dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(closed).toHaveBeenCalledOnce()
    expect(opened.sent).toEqual([])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('opens it'))
  })

  it.each(named.filter(({ name }) => name !== 'price details'))(
    '$name shows which booking it is about',
    async (one) => {
      const opened = await open(one)
      await shownForm(opened)
      const about = opened.dialogNow().querySelector('[data-about]')?.textContent
      for (const words of ['María Soto', 'Calle de Alcalá 12, Madrid → Aeropuerto T4', '15/11/2026', 'Radio Taxi Demo'])
        expect(about).toContain(words)
    },
  )

  it.each(writing.filter(({ fill }) => fill))('$name asks once before discarding what was typed', async (one) => {
    const opened = await open(one)
    await one.fill?.(opened)
    const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    const question = () => within(opened.dialogNow()).queryByText(/^Unsaved changes/)
    pressEscape()
    await waitFor(() => expect(question()).toBeTruthy())
    const typedIn = document.activeElement
    fireEvent.click(within(opened.dialogNow()).getByText('Keep editing'))
    expect(question()).toBeNull()
    expect(document.activeElement).toBe(typedIn)
    fireEvent.click(within(opened.dialogNow()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(question()).toBeTruthy())
    expect(opened.closed).not.toHaveBeenCalled()
    pressEscape()
    await waitFor(() => expect(opened.closed).toHaveBeenCalledOnce())
    expect(opened.sent).toEqual([])
  })

  it.each(writing)('$name is sent once by Ctrl+Enter, however often it is pressed', async (one) => {
    const opened = await open(one, () => new Promise(() => undefined))
    await one.fill?.(opened)
    const form = await waitFor(() => {
      const found = opened.dialogNow().querySelector('form')
      if (!found) throw new Error('no form yet')
      return found
    })
    for (let times = 0; times < 3; times++) fireEvent.keyDown(form, { key: 'Enter', ctrlKey: true })
    await opened.isSent()
    opened.submit()
    expect(opened.sent.map(({ call }) => `${call.method} ${call.path}`)).toEqual([one.call])
  })
})

const faults = [
  { fault: 'a permission that was taken away', status: 403, says: /You no longer have permission to do this/ },
  { fault: 'a booking that is gone', status: 404, message: 'Not found', says: /This booking no longer exists/ },
  { fault: 'a server in trouble', status: 503, message: 'busy', says: /Couldn't save: busy/ },
  {
    fault: 'a server out of reach',
    status: 0,
    message: 'Failed to fetch',
    says: /Can't reach the server|No reply in time/,
  },
]

it.each([
  ['a server error', 503],
  ['an unreachable server', 0],
])('%s is logged and ends the form’s loading state (B-232)', async (_, status) => {
  const [one] = staying
  const opened = await open(one as (typeof staying)[number], () => {
    throw new CallFailed('Nobody knows why', status)
  })
  await one?.fill?.(opened)
  const before = logged().length
  opened.submit()
  await opened.isSent()
  await waitFor(() => expect(logged().slice(before).length).toBeGreaterThan(0))
  expect(opened.dialogNow().querySelectorAll('[data-loading="true"]')).toHaveLength(0)
})

describe.each(faults)('given $fault', ({ status, message = 'Not authorized', says }) => {
  it.each(staying.filter(({ name }) => name !== 'resend e-mail'))(
    '$name shows the error and keeps what was typed',
    async (one) => {
      const opened = await open(one, () => {
        throw new CallFailed(message, status)
      })
      const typed = await one.fill?.(opened)
      const before = typed?.()
      opened.submit()
      await opened.isSent()
      expect(await within(opened.dialogNow()).findByText(says)).toBeTruthy()
      expect(typed?.()).toBe(before)
      expect(opened.closed).not.toHaveBeenCalled()
    },
  )

  it.each(writing.filter((one) => one.closesOnFailure))(
    '$name restores what was typed when it is opened again',
    async (one) => {
      const answer = () => {
        throw new CallFailed(message, status)
      }
      const opened = await open(one, answer)
      const typed = (await one.fill?.(opened))?.()
      opened.submit()
      await waitFor(() => expect(opened.closed).toHaveBeenCalled())
      cleanup()
      const again = await open(one)
      if (one.modal === FleetBreaks) await shownForm(again)
      expect(again.dialogNow().innerHTML.includes(typed ?? '?')).toBe(true)
    },
  )
})
