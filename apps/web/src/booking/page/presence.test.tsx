import { services } from '@parada/contract/calls/services'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { show } from '../../kit/list/testing.tsx'
import { presenceKey } from '../../kit/record-key.ts'
import { SessionProvider } from '../../session/use-session.ts'
import { type Present, tab, usePresence } from '../record/use-presence.ts'
import { testSession } from '../testing.tsx'
import { Presence } from './presence.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ana: Present = { idUser: 7, name: 'Ana Pérez', isEditing: false, since: 1 }
const bruno: Present = { idUser: 8, name: 'Bruno de la Torre', isEditing: true, since: 2 }

const Form = () => {
  usePresence(4711, { isEditing: true })
  return <p>form</p>
}

const open = (answer: () => Present[], own = 1) => {
  const bodies: { tab: string; isEditing?: boolean; isLeaving?: boolean }[] = []
  const session = testSession({ '*': 'true' })
  session.keep({ self: { id: own } as never })
  let place: (parts: { page?: boolean; form?: boolean }) => void = () => undefined
  const Screen = () => {
    const [{ page, form }, setParts] = useState<{ page?: boolean; form?: boolean }>({ page: true })
    place = setParts
    return (
      <SessionProvider value={session}>
        <p>ready</p>
        {page && <Presence id={4711} />}
        {form && <Form />}
      </SessionProvider>
    )
  }
  const screenOf = { validateSearch: (search: object) => search, component: Screen }
  const view = show({ '/': screenOf }, (_, __, ___, given) => {
    const { body, keepalive } = given as unknown as { body: (typeof bodies)[number]; keepalive?: boolean }
    expect(keepalive).toBe(body.isLeaving ? true : undefined)
    bodies.push(body)
    return { people: answer() }
  })
  return { ...view, bodies, place: (parts: Parameters<typeof place>[0]) => act(() => place(parts)) }
}

describe('presence on a booking', () => {
  it.each([
    [[], 1, null],
    [[ana], 1, ['APAna Pérez is here']],
    [[ana, bruno], 1, ['APAna Pérez is here', 'BDBruno de la Torre is editing']],
    [[ana], 7, ['APOpen in another of your tabs']],
    [[bruno], 8, ['BDYou are editing in another tab']],
  ])('is shown in the header: %#', async (people, own, words) => {
    const { bodies } = open(() => people, own)
    await waitFor(() => expect(bodies).toHaveLength(1))
    if (words === null) return expect(screen.queryByRole('list')).toBeNull()
    const list = await screen.findByRole('list', { name: 'Also here' })
    expect(list.closest('[aria-live="polite"]')).toBeTruthy()
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(words)
  })

  it('is refreshed by a heartbeat every ten seconds, and at once on a live event', async () => {
    let people: Present[] = []
    const { bodies, queries } = open(() => people)
    await waitFor(() => expect(bodies).toEqual([{ tab, isEditing: false }]))
    await vi.advanceTimersByTimeAsync(9_900)
    expect(bodies).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await waitFor(() => expect(bodies).toHaveLength(2))
    people = [ana]
    await queries.invalidateQueries({ queryKey: presenceKey(services.get, 4711) })
    expect(await screen.findByText('Ana Pérez is here')).toBeTruthy()
    people = []
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() => expect(screen.queryByText('Ana Pérez is here')).toBeNull())
  })

  it('reports a form being opened and closed, and the page being left', async () => {
    const { bodies, place } = open(() => [])
    await waitFor(() => expect(bodies).toHaveLength(1))
    await place({ page: true, form: true })
    await waitFor(() => expect(bodies.at(-1)).toEqual({ tab, isEditing: true }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(bodies.slice(1).every(({ isEditing }) => isEditing)).toBe(true)
    await place({ page: true })
    await waitFor(() => expect(bodies.at(-1)).toEqual({ tab, isEditing: false }))
    await place({})
    await waitFor(() => expect(bodies.at(-1)).toEqual({ tab, isLeaving: true }))
    const before = bodies.length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(bodies).toHaveLength(before)
  })

  it('reports a form that is open without the page, and a tab being closed', async () => {
    const { bodies, place } = open(() => [])
    await waitFor(() => expect(bodies).toHaveLength(1))
    await place({ form: true })
    await waitFor(() => expect(bodies.at(-1)).toEqual({ tab, isEditing: true }))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(bodies.at(-1)).toEqual({ tab, isLeaving: true }))
  })

  it.each([
    [404, 1],
    [503, 3],
    [0, 3],
  ])('shows nobody after a failure (%i), and retries only if it may pass', async (status, times) => {
    let asked = 0
    open(() => {
      asked += 1
      throw new CallFailed('no', status)
    })
    await waitFor(() => expect(asked).toBe(1))
    await vi.advanceTimersByTimeAsync(10_100)
    await vi.advanceTimersByTimeAsync(10_100)
    await waitFor(() => expect(asked).toBe(times))
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('identifies the tab by a random UUID', () =>
    expect(tab).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))
})
