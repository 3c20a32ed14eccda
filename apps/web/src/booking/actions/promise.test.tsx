import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { at, booking, now, openModal } from '../testing.tsx'
import RenewPromise from './promise.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Promised for 10:02, with no taxi before 10:08. */
const rising = { asap: true, promisedArrival: at(2) }
const path = 'POST /services/:sd/:id/promise'
const renewed = { [path]: { booking: { ...booking, ...rising, version: 4, promisedArrival: at(8) } } }
const open = (options: Parameters<typeof openModal>[1] = {}) =>
  openModal(RenewPromise, { booking: rising, answers: renewed, ...options })
const bySms = () => fireEvent.click(screen.getByLabelText('By SMS'))

describe('renewing a promise', () => {
  it('shows the promise, the expected arrival and whom to call', async () => {
    const { dialog } = await open()
    expect(within(dialog).getByText(/The caller was promised 10:02\. The taxi is expected at 10:08\./)).toBeTruthy()
    expect(within(dialog).getByText('Call back María Soto, 600000001').getAttribute('href')).toBe('tel:600000001')
  })

  it('after a call records the time that was told, with an undo key', async () => {
    const { dialog, submit, isSent, sent, closed } = await open()
    expect(within(dialog).getByRole('button', { name: /Mark as told: 10:08/ })).toBeTruthy()
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({ version: 3, promisedArrival: at(8), told: 'call' })
    expect(sent[0]?.headers?.['Undo-Key']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  })

  it('sends the prepared SMS with the chosen time', async () => {
    const { dialog, type, submit, isSent, sent } = await open({ state: { whitelabelConfig: { name: 'Taxi Demo' } } })
    bySms()
    type('New arrival time', '2026-11-15T10:15')
    expect(within(dialog).getByLabelText('Message').textContent).toContain('sobre las 10:15')
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({
      ...{ version: 3, promisedArrival: at(15), told: 'sms' },
      text: 'Taxi Demo: su taxi llegará sobre las 10:15. Disculpe la espera.',
    })
  })

  it('shows and promises a changed price too', async () => {
    const { dialog, submit, isSent, sent } = await open({
      booking: { ...rising, promisedPrice: 12, priceEstimated: 14.5 },
    })
    expect(within(dialog).getByText(/Quoted €12\.00; now €14\.50\./)).toBeTruthy()
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ promisedPrice: 14.5 })
  })

  it.each([
    ['a time that is over', '2026-11-15T09:30', 'This is in the past'],
    ['no time', '', 'Enter a date and time'],
  ])('sends nothing with %s', async (_, typed, error) => {
    const { type, submit, errors, sent } = await open()
    type('New arrival time', typed)
    submit()
    await waitFor(() => expect(errors()).toEqual([error]))
    expect(sent).toEqual([])
  })

  it('sends no SMS without a text', async () => {
    const { type, submit, errors, sent } = await open()
    bySms()
    type('Message', ' ')
    submit()
    await waitFor(() => expect(errors()).toEqual(['Write a message']))
    expect(sent).toEqual([])
  })

  it.each([
    ['a landline', { phoneNumberPassenger: '912345678' }, { '*': 'true' }],
    ['somebody who may not send one', {}, { editServiceByFleet: 'all' }],
  ])('offers no SMS for %s', async (_, change, permissions) => {
    await open({ booking: { ...rising, ...change }, permissions: permissions as Record<string, string> })
    expect(screen.queryByLabelText('By SMS')).toBeNull()
  })

  it('keeps the typed time when refused', async () => {
    const refused = () => {
      throw new CallFailed('The passenger has no mobile number', 400, { field: 'phoneNumberPassenger' })
    }
    const { dialog, type, submit } = await open({ answers: { [path]: refused } })
    type('New arrival time', '2026-11-15T10:20')
    submit()
    expect(await within(dialog).findByText('The passenger has no mobile number')).toBeTruthy()
    expect((within(dialog).getByLabelText('New arrival time') as HTMLInputElement).value).toBe('2026-11-15T10:20')
  })
})
