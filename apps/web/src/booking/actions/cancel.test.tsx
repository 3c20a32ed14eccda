import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { booking, now, openModal } from '../testing.tsx'
import CancelBooking from './cancel.tsx'
import CancelDispatch from './cancel-dispatch.tsx'
import CancelSeries from './cancel-series.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const cancelled = { 'PUT /services/:sd/:id/cancel': { booking: { ...booking, version: 4, status: -40 } } }

describe('the cancel modal', () => {
  it('offers the reasons from the cancelReasons call and cancels with the chosen one (B-086)', async () => {
    const opened = await openModal(CancelBooking, { answers: cancelled })
    const { dialog, type, submit, isSent, sent, closed, told, details } = opened
    await within(dialog).findByRole('option', { name: 'Customer asked to cancel' })
    type('Reason', 'client_cancelled')
    submit()
    await isSent()
    expect(sent[0]?.params).toEqual({ id: 4711 })
    expect(sent[0]?.body).toEqual({ version: 3, cancellationReasonCode: 'client_cancelled', comment: '' })
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(told()).toEqual(['Service canceled'])
    expect(details()).toEqual(['4711 · María Soto'])
  })

  it.each([
    ['no reason', '', '', 'Choose a reason'],
    ['a reason that wants words, without them', 'fleet_client_not_presented', '', 'Add a comment for this reason'],
    ['too few words', 'other', 'too short', 'Write at least 10 characters'],
    ['more words than a message holds', 'other', 'a'.repeat(257), 'Use 256 characters or fewer'],
  ])('sends nothing with %s (B-087, B-088)', async (_, reason, comment, error) => {
    const { dialog, type, submit, errors, sent } = await openModal(CancelBooking, { answers: cancelled })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', reason)
    type(/^Comment/, comment)
    submit()
    await waitFor(() => expect(errors()).toEqual([error]))
    expect(sent).toEqual([])
  })

  it('uses the tenant’s own minimum comment length (B-087, O2-36)', async () => {
    const state = { whitelabelConfig: { name: 'Demo', cancelReasonMinLength: 3 } }
    const { dialog, type, submit, isSent } = await openModal(CancelBooking, { answers: cancelled, state })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'other')
    type(/^Comment/, 'why')
    submit()
    await isSent()
  })

  it('withdraws only the order when opened to withdraw from the fleet', async () => {
    const { dialog, type, submit, isSent, sent, told, closed } = await openModal(CancelDispatch, { answers: cancelled })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ cancellationDispatch: true })
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(told()).toEqual(['Withdrawn from the fleet'])
  })

  it.each([
    ['its fleet is told', 949, /^Fleet 29 will be told/],
    ['a fleet without a system is to be rung', -8000, /^Fleet 29 is dispatched manually/],
    ['nobody is told of one on hold', -9999, undefined],
  ])('shows who is notified: %s', async (_, statusDispatch, text) => {
    const { dialog } = await openModal(CancelBooking, { booking: { fleet: 'Fleet 29', statusDispatch } })
    expect(within(dialog).getByRole('button', { name: 'Keep booking' })).toBeTruthy()
    if (text) expect(within(dialog).getByText(text)).toBeTruthy()
    else expect(within(dialog).queryByText(/^Fleet 29/)).toBeNull()
  })

  it('returns to the dashboard after cancelling the whole series (B-096)', async () => {
    const answers = { 'PUT /services/:sd/:id/cancelRecurring': { cancelled: [4711, 4712] } }
    const { dialog, type, submit, router } = await openModal(CancelSeries, { answers })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    submit()
    expect(await screen.findByText('The dashboard')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/dashboard')
  })

  it('shows the warning of the authorization’s account (O2-29)', async () => {
    const answers = {
      'GET /authorizations/:sd/:id/editWarning': { hasToShowCancel: true, cancelMessage: 'Call the ward first' },
    }
    const { dialog } = await openModal(CancelBooking, { answers, booking: { idAuthorization: 5 } })
    expect(await within(dialog).findByText('Call the ward first')).toBeTruthy()
  })
})

describe('a form whose booking is changed by somebody else', () => {
  const change = { field: 'passengerName', before: 'María Soto', after: 'María Ruiz', who: 'Bruno Salas', at: now }
  const refused = new CallFailed('The booking was changed meanwhile', 409, {
    conflict: { version: 5, changes: [change] },
  })

  it('shows on refusal what changed and by whom, keeps the comment and retries on the new version', async () => {
    let tries = 0
    const answers = {
      'PUT /services/:sd/:id/cancel': () => {
        tries += 1
        if (tries === 1) throw refused
        return { booking: { ...booking, version: 6, status: -40 } }
      },
    }
    const { dialog, type, submit, isSent, sent, closed } = await openModal(CancelBooking, { answers })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'other')
    type(/^Comment/, 'Nobody is at the door')
    submit()
    expect(await within(dialog).findByText(/^Bruno Salas has just changed this booking/)).toBeTruthy()
    expect(within(dialog).getByText('Passenger: María Soto → María Ruiz (Bruno Salas)')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/^Comment/).value).toBe('Nobody is at the door')
    submit()
    await isSent(2)
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([3, 5])
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  })

  it('shows the change as soon as it happens and sends the version it has shown', async () => {
    const line = {
      id: 1,
      version: 4,
      at: now,
      action: 'edit',
      who: 'Bruno Salas',
      before: { passengerName: 'María Soto' },
      after: { passengerName: 'María Ruiz' },
    }
    const answers = { ...cancelled, 'GET /services/:sd/:id/journal': { journal: [line] } }
    const { dialog, type, submit, change, isSent, sent } = await openModal(CancelBooking, { answers })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    change({ version: 4, passengerName: 'María Ruiz' })
    expect(await within(dialog).findByText('Passenger: María Soto → María Ruiz (Bruno Salas)')).toBeTruthy()
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ version: 4, cancellationReasonCode: 'client_cancelled' })
  })
})

describe('the cancel form', () => {
  it('is sent once however often it is submitted, by Ctrl+Enter too', async () => {
    let answer: (value: unknown) => void = () => undefined
    const answers = { 'PUT /services/:sd/:id/cancel': () => new Promise((resolve) => (answer = resolve)) }
    const { dialog, type, submit, isSent, sent, closed } = await openModal(CancelBooking, { answers })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    fireEvent.keyDown(within(dialog).getByLabelText('Reason'), { key: 'Enter', ctrlKey: true })
    submit()
    submit()
    await isSent()
    answer({ booking: { ...booking, version: 4 } })
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(sent).toHaveLength(1)
  })

  it('keeps the typed values and shows an error when the server cannot be reached', async () => {
    const answers = {
      'PUT /services/:sd/:id/cancel': () => {
        throw new CallFailed('Failed to fetch', 0)
      },
    }
    const { dialog, type, submit, closed } = await openModal(CancelBooking, { answers })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    submit()
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^Can't reach the server/)
    expect(within(dialog).getByLabelText<HTMLSelectElement>('Reason').value).toBe('client_cancelled')
    expect(closed).not.toHaveBeenCalled()
  })

  it('shows a refused field’s error at its input until the value changes', async () => {
    const answers = {
      'PUT /services/:sd/:id/cancel': () => {
        throw new CallFailed('Add a comment for this reason', 400, { field: 'comment' })
      },
    }
    const { dialog, type, submit, errors } = await openModal(CancelBooking, { answers })
    await within(dialog).findByRole('option', { name: 'Other' })
    type('Reason', 'client_cancelled')
    submit()
    await waitFor(() => expect(errors()).toEqual(['Add a comment for this reason']))
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Comment/)))
    type(/^Comment/, 'The passenger rang')
    await waitFor(() => expect(errors()).toEqual([]))
  })
})
