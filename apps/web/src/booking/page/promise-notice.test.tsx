import { notifications } from '@mantine/notifications'
import { promiseOf, type TaxiSaid } from '@parada/domain/booking/promise'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { show } from '../../kit/list/testing.tsx'
import { SessionProvider } from '../../session/use-session.ts'
import type { Booking } from '../record/booking-record.ts'
import { at, booking, now, testSession } from '../testing.tsx'
import { PromiseFacts } from './facts.tsx'
import { PromiseNotice } from './promise-notice.tsx'

// Preloaded, so that no test waits for a lazy chunk.
await import('../actions/promise.tsx')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Options = { change?: Partial<Booking>; said?: TaxiSaid; permissions?: Record<string, string>; refuses?: boolean }

const open = async ({ change = {}, said, permissions = { '*': 'true' }, refuses = false }: Options = {}) => {
  const sent: { body: unknown; headers: Record<string, string> }[] = []
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const shown: Booking = { ...booking, status: 20, statusDispatch: 2000, asap: true, promisedArrival: at(5), ...change }
  const promise = promiseOf(shown, { position: said, now })
  const session = testSession(permissions)
  const component = () => (
    <SessionProvider value={session}>
      <PromiseNotice booking={shown} promise={promise} said={said} now={now} />
      <PromiseFacts booking={shown} promise={promise} />
    </SessionProvider>
  )
  show({ '/': { component } }, (_, call, __, given) => {
    if (call.method === 'GET') return { journal: [] }
    if (call.path.endsWith('/presence')) return { people: [] }
    sent.push(given as never)
    if (refuses) throw new CallFailed('The booking was changed meanwhile', 409)
    return { booking: { ...shown, version: 4 } }
  })
  await screen.findByRole('region', { name: 'Promised to caller' })
  const facts = () => screen.getByRole('region', { name: 'Promised to caller' }).textContent
  return { sent, facts, told: () => toasts.mock.calls.map(([toast]) => toast) }
}
const notice = () => screen.queryByRole('region', { name: 'Promise at risk' })
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const late: TaxiSaid = { at: now, etaMinutes: 9 }

describe('the promise next to the current expectation', () => {
  it.each([
    ['an arrival that is kept', {}, { at: now, etaMinutes: 4 }, '15/11/2026 10:04 ✓'],
    ['an arrival that is not', {}, late, '15/11/2026 10:09 ! late'],
    ['an arrival that was kept', { timeServiceArrival: at(3) }, late, '15/11/2026 10:03 ✓'],
    ['a price that is kept', { promisedPrice: 12, priceEstimated: 12 }, late, '€12.00 ✓'],
    ['a price that is not', { promisedPrice: 12, priceEstimated: 14.5 }, late, '€14.50 ! higher than quoted'],
  ])('marks %s', async (_, change, said, text) => {
    const { facts } = await open({ change, said })
    expect(facts()).toContain(text)
  })
})

describe('a promise at risk', () => {
  it.each([
    ['a taxi that will be late', {}, late, 'The taxi will be 4 min late: promised 10:05, expected 10:09.'],
    [
      'no taxi at all',
      { status: 10, statusDispatch: 949, timeBookingStartTimestamp: at(-3) },
      undefined,
      'No taxi yet. Promised 10:05, unlikely before 10:08.',
    ],
    ['a taxi that is late', { promisedArrival: at(-6) }, undefined, 'The taxi is 6 min late: promised 09:54.'],
    [
      'a taxi that is late without a promise',
      { promisedArrival: null, asap: false, timeBookingStart: at(-6), timeBookingStartTimestamp: at(-6) },
      undefined,
      'The taxi is 6 min late: due 09:54. No time was promised.',
    ],
    ['a price', { promisedPrice: 12, priceEstimated: 14.5 }, undefined, 'Quoted €12.00; now €14.50.'],
  ])('shows a notice for %s', async (_, change, said, text) => {
    await open({ change, ...(said && { said }) })
    expect(within(notice() as HTMLElement).getByRole('status').textContent).toBe(`! ${text}`)
  })

  it.each([
    ['is kept', {}, { at: now, etaMinutes: 3 }],
    ['has a passenger on board', { statusDispatch: 2500 }, late],
    ['is over', { status: -40 }, late],
  ])('shows no notice if it %s', async (_, change, said) => {
    await open({ change, said })
    expect(notice()).toBeNull()
  })

  it('is renewed by one key, which sends the prepared SMS and can be undone', async () => {
    const { sent, told } = await open({ said: late })
    press('l')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ version: 3, promisedArrival: at(9), told: 'sms' })
    expect(sent[0]?.headers['Undo-Key']).toBeTruthy()
    await waitFor(() => expect(told()).toHaveLength(1))
  })

  it('offers a call with K, and is renewed with O once they know', async () => {
    const { sent } = await open({ said: late })
    const call = screen.getByRole('link', { name: /Call back/ })
    const rung = vi.fn((event: Event) => event.preventDefault())
    call.addEventListener('click', rung)
    press('k')
    expect([call.getAttribute('href'), rung.mock.calls.length]).toEqual(['tel:600000001', 1])
    expect(screen.getByRole('button', { name: /Mark as told: 10:09/ })).toBeTruthy()
    press('o')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ version: 3, promisedArrival: at(9), told: 'call' })
  })

  it('opens the modal for another time or text', async () => {
    await open({ said: late })
    fireEvent.click(screen.getByRole('button', { name: 'Another time or text…' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('shows why it could not be renewed', async () => {
    const { told } = await open({ said: late, refuses: true })
    press('l')
    await waitFor(() => expect(told()).toMatchObject([{ color: 'red', message: expect.stringContaining('4711') }]))
  })

  it('sends nothing to a landline, and offers nothing to users who may only view', async () => {
    const { sent } = await open({ said: late, change: { phoneNumberPassenger: '912345678' } })
    expect(screen.queryByRole('button', { name: /Send SMS/ })).toBeNull()
    press('l')
    cleanup()
    await open({ said: late, permissions: { viewServiceByFleet: 'all' } })
    expect([sent, screen.queryAllByRole('button')]).toEqual([[], []])
  })
})
