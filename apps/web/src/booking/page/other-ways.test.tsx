import { notifications } from '@mantine/notifications'
import { promiseOf } from '@parada/domain/booking/promise'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { show } from '../../kit/list/testing.tsx'
import { SessionProvider } from '../../session/use-session.ts'
import type { Booking } from '../record/booking-record.ts'
import { at, booking, now, testSession } from '../testing.tsx'
import { OtherWays } from './other-ways.tsx'

// Preloaded, so that no test waits for a lazy chunk.
await import('../actions/other-way.tsx')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const offers = {
  vehicles: [
    {
      ...{ idSupplier: 22, supplier: 'Rueda', sign: 'RUE-7', vehicleKind: 'scooter', metres: 230, battery: 80 },
      ...{ priceStart: 1, priceMinute: 0.19, text: 'Taxi Demo: un patinete' },
    },
  ],
  tickets: [{ idTicketTitle: 4, title: 'Single', supplier: 'Metro', price: 1.5, text: 'Taxi Demo: un billete' }],
  times: [{ at: at(30), text: 'Taxi Demo: más tarde' }],
}

type Options = { change?: Partial<Booking>; permissions?: Record<string, string>; refusal?: CallFailed; found?: object }

const open = async ({ change = {}, permissions = { '*': 'true' }, refusal, found = offers }: Options = {}) => {
  const sent: { body: unknown; headers: Record<string, string> }[] = []
  const asked: string[] = []
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const shown: Booking = { ...booking, status: -30, statusDispatch: null, ...change }
  const promise = promiseOf(shown, { position: undefined, now })
  const session = testSession(permissions)
  const component = () => (
    <SessionProvider value={session}>
      <h1>Booking</h1>
      <OtherWays booking={shown} promise={promise} />
    </SessionProvider>
  )
  show({ '/': { component } }, (_, call, __, given) => {
    asked.push(`${call.method} ${call.path}`)
    if (call.path.endsWith('/otherWays') && call.method === 'GET') return found
    if (call.method === 'GET') return { journal: [] }
    if (call.path.endsWith('/presence')) return { people: [] }
    sent.push(given as never)
    if (refusal) throw refusal
    return { booking: { ...shown, status: -40, version: 4 }, trip: { mode: 'mobility', id: 9 } }
  })
  await screen.findByRole('heading', { name: 'Booking' })
  return { sent, asked, told: () => toasts.mock.calls.map(([toast]) => toast) }
}
const region = () => screen.queryByRole('region', { name: 'Other ways to travel' })
const press = (key: string) => fireEvent.keyDown(document.body, { key })

describe('alternatives to a taxi that cannot be kept', () => {
  it('are listed with their price, distance and key', async () => {
    await open()
    const words = await within(region() as HTMLElement).findAllByRole('button')
    expect(words.map((one) => one.textContent)).toEqual([
      'Kick scooter RUE-7 (Rueda), 230 m away · €0.19/min · battery 80 % 1',
      'Ticket: Single (Metro) · €1.50 2',
      'Taxi at 10:30 3',
    ])
  })

  it.each([
    ['that is kept', { status: 20, statusDispatch: 2000, promisedArrival: at(30) }, undefined],
    ['that is over', { status: -40 }, undefined],
    ['of somebody who only looks', {}, { viewServiceByFleet: 'all' }],
  ])('are not requested for a booking %s', async (_, change, permissions) => {
    const { asked } = await open({ change, ...(permissions && { permissions }) })
    expect([region(), asked]).toEqual([null, []])
  })

  it('are also offered when the promise is broken', async () => {
    await open({ change: { status: 20, statusDispatch: 2000, promisedArrival: at(-6) } })
    expect(await screen.findByRole('button', { name: /RUE-7/ })).toBeTruthy()
  })

  it('are taken by key: the consequence and the SMS are shown, sent once and can be undone', async () => {
    const { sent, told } = await open()
    await screen.findByRole('button', { name: /RUE-7/ })
    press('1')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('The taxi booking is cancelled: no vehicle available.')
    const message = within(dialog).getByLabelText<HTMLTextAreaElement>('Message')
    expect(message.value).toBe('Taxi Demo: un patinete')
    fireEvent.change(message, { target: { value: ' A scooter waits ' } })
    fireEvent.click(within(dialog).getByRole('button', { name: /Reserve it/ }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({
      version: 3,
      chosen: { kind: 'vehicle', idSupplier: 22, sign: 'RUE-7' },
      sms: 'A scooter waits',
    })
    expect(sent[0]?.headers).toMatchObject({ 'Undo-Key': expect.any(String), 'Idempotency-Key': expect.any(String) })
    await waitFor(() => expect(told()).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('send no SMS to a landline, and refuse an empty one', async () => {
    const landline = await open({ change: { phoneNumberPassenger: '912345678' } })
    await screen.findByRole('button', { name: /RUE-7/ })
    press('3')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).queryByLabelText('Message')).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: /Send taxi later/ }))
    await waitFor(() =>
      expect(landline.sent[0]?.body).toMatchObject({ chosen: { kind: 'time', at: at(30) }, sms: null }),
    )
    cleanup()
    const { sent } = await open()
    fireEvent.click(await screen.findByRole('button', { name: /Single/ }))
    const ticket = await screen.findByRole('dialog')
    fireEvent.change(within(ticket).getByLabelText('Message'), { target: { value: ' ' } })
    fireEvent.click(within(ticket).getByRole('button', { name: /Buy it/ }))
    await waitFor(() => expect(within(ticket).getByLabelText('Message').getAttribute('aria-invalid')).toBe('true'))
    expect(sent).toEqual([])
  })

  it('show why one cannot be taken, and when there are none', async () => {
    await open({ refusal: new CallFailed('Somebody else has just taken this vehicle', 409) })
    fireEvent.click(await screen.findByRole('button', { name: /RUE-7/ }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Reserve it/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else has just taken this vehicle')
    cleanup()
    await open({ found: { vehicles: [], tickets: [], times: [] } })
    await waitFor(() => expect(region()?.textContent).toContain('Nothing is near and free right now.'))
  })
})
