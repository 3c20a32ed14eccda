import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { delivery } from '../../testing/records.ts'
import { type BookingModalProps, bookingKey } from '../record/booking-record.ts'
import { booking, openModal } from '../testing.tsx'
import CancelBooking from './cancel.tsx'
import CancelDispatch from './cancel-dispatch.tsx'
import CancelSeries from './cancel-series.tsx'
import DispatchBooking from './dispatch.tsx'
import NextFleet from './next-fleet.tsx'
import SendSms from './sms.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const cancelCall = 'PUT /services/:sd/:id/cancel'
const undoCall = 'POST /services/:sd/undo'
const answers = {
  [cancelCall]: { booking: { ...booking, version: 4, status: -40 } },
  'PUT /services/:sd/:id/cancelRecurring': { cancelled: [4711, 4712] },
  'POST /services/:sd/:action': { booking: { ...booking, id: 4712, version: 1 } },
  'POST /services/:sd/:id/sendSmsCustomer': { delivery },
  [undoCall]: { bookings: [{ ...booking, version: 5 }] },
}

const uuid = /^[0-9a-f-]{36}$/
const keyOf = (sent: { headers?: Record<string, string> } | undefined) => sent?.headers?.['Undo-Key']

const sendFrom = async (Modal: ComponentType<BookingModalProps>, more: object = {}) => {
  const view = await openModal(Modal, { answers: { ...answers, ...more } })
  const reason = within(view.dialog).queryByLabelText('Reason')
  if (reason) {
    await within(view.dialog).findByRole('option', { name: 'Other' })
    view.type('Reason', 'client_cancelled')
  } else if (within(view.dialog).queryByLabelText('Message')) view.type('Message', 'Su taxi espera')
  else await within(view.dialog).findByLabelText('Fleet 30')
  view.submit()
  await view.isSent()
  await waitFor(() => expect(view.closed).toHaveBeenCalled())
  return view
}
const pressUndo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })

describe('undo', () => {
  it.each<[string, ComponentType<BookingModalProps>, string]>([
    ['a cancellation', CancelBooking, 'Service canceled'],
    ['a withdrawal from the fleet', CancelDispatch, 'Withdrawn from the fleet'],
    ['the cancellation of a series', CancelSeries, 'Service canceled'],
    ['a dispatch', DispatchBooking, 'Booking dispatch'],
    ['a hand-over to the next fleet', NextFleet, 'Booking redispatch'],
    ['an SMS', SendSms, 'SMS sent ok'],
  ])('%s is sent with an undo key, confirmed by a toast and undone with that key', async (_, Modal, words) => {
    const { sent, told, isSent } = await sendFrom(Modal)
    expect(keyOf(sent[0])).toMatch(uuid)
    expect(told()).toEqual([words])
    pressUndo()
    await isSent(2)
    expect([sent[1]?.call.path, sent[1]?.body]).toEqual(['/services/:sd/undo', { key: keyOf(sent[0]) }])
    await waitFor(() => expect(told()).toHaveLength(2))
  })

  it('leads back from the successor to the restored booking', async () => {
    const { router, isSent } = await sendFrom(NextFleet)
    await waitFor(() => expect(router.state.location.pathname).toBe('/services/4712'))
    pressUndo()
    await isSent(2)
    await waitFor(() => expect(router.state.location.pathname).toBe('/services/4711'))
  })

  it('keeps its key when the form is sent again after a lost response', async () => {
    let tries = 0
    const { dialog, type, submit, isSent, sent } = await openModal(CancelBooking, {
      answers: {
        ...answers,
        [cancelCall]: () => {
          tries += 1
          if (tries === 1) throw new CallFailed('Failed to fetch', 0)
          return answers[cancelCall]
        },
      },
    })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    submit()
    await within(dialog).findByRole('alert')
    submit()
    await isSent(2)
    expect(keyOf(sent[0])).toBe(keyOf(sent[1]))
  })

  it('marks the booking for reloading when the undo fails', async () => {
    const failing = () => {
      throw new CallFailed('It has left already', 409)
    }
    const { told, isSent, queries } = await sendFrom(DispatchBooking, { [undoCall]: failing })
    queries.setQueryData(bookingKey(4711), { booking })
    pressUndo()
    await isSent(2)
    await waitFor(() => expect(told()).toHaveLength(2))
    expect(queries.getQueryState(bookingKey(4711))?.isInvalidated).toBe(true)
  })
})
