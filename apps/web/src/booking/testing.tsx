import { notifications } from '@mantine/notifications'
import type { Call } from '@parada/contract/kit'
import { grantsOf } from '@parada/domain/access/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, isValidElement, useState } from 'react'
import { expect, vi } from 'vitest'
import { show } from '../kit/list/testing.tsx'
import { createEvents } from '../session/events.ts'
import { createSession } from '../session/session.ts'
import type { SessionState } from '../session/session-state.ts'
import { SessionProvider } from '../session/use-session.ts'
import { aliveBooking, now } from '../testing/records.ts'
import type { Booking, BookingModalProps } from './record/booking-record.ts'

const minute = 60_000

export { now }

export const booking: Booking = aliveBooking

export const at = (minutes: number) => now + minutes * minute

type CallInput = { params?: Record<string, unknown>; query?: object; body?: unknown; headers?: Record<string, string> }
export type CallMade = CallInput & { call: Call }
/** The answer to each API call, by method and path; a function may throw a refusal. */
export type Answers = Record<string, unknown | ((given: CallInput) => unknown)>

const read: Answers = {
  'GET /services/:sd/:id/journal': { journal: [] },
  'GET /services/:sd/cancelReasons': {
    cancelList: [
      { code: 'fleet_client_not_presented', label: 'Passenger no-show' },
      { code: 'client_cancelled', label: 'Customer asked to cancel' },
      { code: 'other', label: 'Other' },
    ],
  },
  'GET /authorizations/:sd/:id/editWarning': { hasToShowCancel: false, cancelMessage: '' },
  'GET /fleets/:sd/permission/:permission': {
    fleets: [29, 30, 31].map((id) => ({ id, fleetLongName: `Fleet ${id}`, protocolDispatch: 4 })),
  },
}

/** Every open form sends presence, so it is left out of the recorded calls. */
const presence = 'POST /services/:sd/:id/presence'

type Options = {
  booking?: Partial<Booking>
  answers?: Answers
  permissions?: Record<string, string>
  state?: SessionState
}

export const testSession = (permissions: Record<string, string>, state: SessionState = {}) => {
  const session = createSession({
    ask: () => Promise.reject(new Error('not asked')),
    events: createEvents(),
    storage: sessionStorage,
  })
  session.keep({ grants: grantsOf(Object.entries(permissions).map(([key1, value]) => ({ key1, value }))), ...state })
  return session
}

const people = new Map<string, number>()

/** A separate user for each test, so that no form remembers values from another test. */
const person = () => {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const name = `${testPath} ${currentTestName}`
  const id = people.get(name) ?? people.size + 1
  people.set(name, id)
  return { id } as SessionState['self']
}

/** Opens a modal over an empty screen with the given answers. Records what it sends, shows and closes with. */
export const openModal = async (Modal: ComponentType<BookingModalProps>, options: Options = {}) => {
  const sent: CallMade[] = []
  const closed = vi.fn()
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const session = testSession(options.permissions ?? { '*': 'true' }, { self: person(), ...options.state })
  const answers: Answers = { ...read, [presence]: { people: [] }, ...options.answers }
  let change: (part: Partial<Booking>) => void = () => undefined
  const Screen = () => {
    const [shown, setShown] = useState<Booking>({ ...booking, ...options.booking })
    const [isOpen, setOpen] = useState(true)
    change = (part) => setShown({ ...shown, ...part })
    const onClose = (result?: unknown) => {
      closed(result)
      setOpen(false)
    }
    return (
      <SessionProvider value={session}>
        <button type="button">behind</button>
        {isOpen && <Modal booking={shown} onClose={onClose} />}
      </SessionProvider>
    )
  }
  const view = show(
    {
      '/': { component: Screen },
      '/dashboard': { component: () => <p>The dashboard</p> },
      '/services/$id': { component: () => <p>Another booking</p> },
    },
    (_, call, __, given) => {
      const name = `${call.method} ${call.path}`
      if (call.method !== 'GET' && name !== presence) sent.push({ call, ...(given as CallInput) })
      const answer = answers[name]
      if (answer === undefined) throw new Error(`not answered: ${name}`)
      return typeof answer === 'function' ? answer(given as CallInput) : answer
    },
  )
  const dialog = await screen.findByRole('dialog')
  /** The dialog that is open now, for modals that show something else before their form. */
  const dialogNow = () => screen.getByRole('dialog')
  /** The titles of toasts; an undoable toast has its title in the props of its message. */
  const told = () =>
    toasts.mock.calls.map(([{ title, message }]) =>
      isValidElement<{ text: string }>(message) ? message.props.text : (title ?? message),
    )
  /** The texts below the titles of toasts. */
  const details = () =>
    toasts.mock.calls.map(([{ title, message }]) =>
      isValidElement<{ detail?: string }>(message) ? message.props.detail : title && message,
    )
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(within(dialogNow()).getByLabelText(label), { target: { value } })
  const submit = () => fireEvent.submit(dialogNow().querySelector('form') as HTMLFormElement)
  const errors = () =>
    [...dialogNow().querySelectorAll('.mantine-InputWrapper-error')].map(({ textContent }) => textContent)
  const isSent = (count = 1) =>
    waitFor(() => {
      if (sent.length !== count) throw new Error(`${sent.length} sent`)
    })
  return {
    ...view,
    dialog,
    dialogNow,
    sent,
    closed,
    told,
    details,
    type,
    submit,
    errors,
    isSent,
    change: (part: Partial<Booking>) => change(part),
  }
}
