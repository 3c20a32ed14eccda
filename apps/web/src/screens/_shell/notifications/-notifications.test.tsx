import { notifications as toasts } from '@mantine/notifications'
import type { Notification } from '@parada/contract/calls/notifications'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testSession } from '../../../booking/testing.tsx'
import { CallFailed } from '../../../kit/client.ts'
import { show } from '../../../kit/list/testing.tsx'
import { SessionProvider } from '../../../session/use-session.ts'
import { focused } from '../../../testing/focused.ts'
import { Route } from '../notifications.tsx'

// Preloaded, so that no test waits for a chunk.
await import('../../../kit/list/view/list-view.tsx')
await import('../../../kit/list/view/column-modal.tsx')
await import('./-notification-status.tsx')

const until = (check: () => void) => waitFor(check, { interval: 5 })
const shownRows = () => document.querySelectorAll<HTMLElement>('tbody tr[data-index]')
const cells = () => [...(shownRows()[0]?.children ?? [])].map(({ textContent }) => textContent)
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

const now = new Date(2026, 9, 31, 8, 15).getTime()
const notification: Notification = {
  id: 1001,
  type: 'warning',
  notes: 'Once a month',
  status: 0,
  priority: 2,
  content: 'Road closed',
  productTypes: 'taxi',
  daysOfWeek: '6,7',
  minDate: null,
  maxDate: null,
  idPaymentAccountList: '101',
  whitelabelList: '1',
  receiverType: 'user',
  beforeRequestedMinutes: 15,
  afterRequestedMinutes: 5,
  originLat: 40.41,
  originLon: -3.7,
  originRadius: 500,
  destinationLat: 40.47,
  destinationLon: -3.56,
  destinationRadius: 1000,
  startHour: 8,
  startMinute: 30,
  endHour: 20,
  endMinute: 45,
  minDistance: 100,
  maxDistance: 9000,
}

type SwitchCall = { params: unknown; body: { active: boolean } }

/** Opens the screen with one notification. Records what the modal sends, and fails it with `refusal` if given. */
const open = (
  change: Partial<Notification> = {},
  refusal?: Error,
  permissions: Record<string, string> = { handleNotificationById: 'all' },
) => {
  const session = testSession(permissions)
  const Screen = Route.options.component as ComponentType
  const component = () => (
    <SessionProvider value={session}>
      <Screen />
    </SessionProvider>
  )
  let row = { ...notification, ...change }
  const sent: SwitchCall[] = []
  const view = show({ '/notifications': { ...Route.options, component } }, (_, call, __, given) => {
    if (call.method === 'GET') return { rows: [row], totalQueryCount: 1 }
    const change = given as SwitchCall
    sent.push({ params: change.params, body: change.body })
    if (refusal) throw refusal
    row = { ...row, status: change.body.active ? 1 : 0 }
    return undefined
  })
  return { ...view, sent }
}

/** Toggles the given columns: shows those that are hidden and hides those that are shown. */
const toggle = async (labels: string[]) => {
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const label of labels) fireEvent.click(dialog.getByLabelText(label))
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
}

const openModal = async () => {
  await until(() => expect(shownRows()).toHaveLength(1))
  shownRows()[0]?.focus()
  fireEvent.keyDown(focused(), { key: 'Enter' })
  return within(await screen.findByRole('dialog', { name: 'Notification 1001' }))
}
const closed = () => until(() => expect(screen.queryByRole('dialog')).toBeNull())

let toast: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(now)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  toast = vi.spyOn(toasts, 'show')
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

describe('the list of notifications', () => {
  it('is in the settings menu for users with handleNotificationById (L-121)', () => {
    expect(Route.options.staticData).toMatchObject({
      access: ['handleNotificationById'],
      menu: { group: 'settings' },
    })
  })

  it('has pages of 10 to 200, starts with 10, sorts by ascending id and filters after 500 ms (L-127)', async () => {
    const { asked } = open()
    await until(() => expect(shownRows()).toHaveLength(1))
    expect(asked).toEqual([{ pageNumber: 0, resultsPerPage: 10, orderBy: 'id ASC', mode: 'grid' }])
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['10', '20', '50', '100', '200'])

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Content'), { target: { value: 'road' } })
    await vi.advanceTimersByTimeAsync(499)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await until(() => expect(asked.at(-1)).toMatchObject({ content: 'road' }))
  })

  it.each([
    ['User', 'user'],
    ['Taxi driver', 'taxiDriver'],
  ])('filters by the recipient %s (L-122)', async (label, receiverType) => {
    const { asked } = open()
    await until(() => expect(shownRows()).toHaveLength(1))
    const filter = screen.getByLabelText<HTMLSelectElement>('Filter by Recipient')
    expect([...filter.options].map(({ text }) => text)).toEqual(['All', 'User', 'Taxi driver'])
    fireEvent.change(filter, { target: { value: [...filter.options].find(({ text }) => text === label)?.value } })
    await until(() => expect(asked.at(-1)).toMatchObject({ receiverType }))
  })

  it('shows ten fields of a notification at first, and others on request (L-125)', async () => {
    open({ minDate: now, maxDate: now + 60_000 })
    await until(() => expect(shownRows()).toHaveLength(1))
    expect(headings()).toEqual([
      'Id',
      'State',
      'Recipient',
      'Content',
      'Type',
      'Priority',
      'Valid from',
      'Valid until',
      'Days of the week',
      'Notes',
    ])
    expect(cells()).toEqual([
      '1001',
      'Off',
      'User',
      'Road closed',
      'warning',
      '2',
      '31/10/2026 08:15',
      '31/10/2026 08:16',
      '6,7',
      'Once a month',
    ])
    await toggle(['Content', 'Valid from', 'Valid until', 'Product types', 'Accounts', 'White labels'])
    await until(() => expect(cells().slice(-4)).toEqual(['Once a month', 'taxi', '101', '1']))
  })

  it.each([
    [
      'minutes and places',
      {
        'Minutes before pickup time': '15',
        'Minutes after pickup time': '5',
        'Pickup latitude': '40.41',
        'Pickup longitude': '-3.7',
        'Pickup radius': '500',
        'Destination latitude': '40.47',
        'Destination longitude': '-3.56',
        'Destination radius': '1000',
      },
    ],
    [
      'hours and distances',
      {
        'Start hour': '8',
        'Start minute': '30',
        'End hour': '20',
        'End minute': '45',
        'Min. distance': '100',
        'Max. distance': '9000',
      },
    ],
  ])('shows the columns for %s once they are chosen (L-126)', async (_, chosen) => {
    open()
    await until(() => expect(shownRows()).toHaveLength(1))
    await toggle([...headings().slice(1).map(String), ...Object.keys(chosen)])
    await until(() => expect(headings()).toEqual(['Id', ...Object.keys(chosen)]))
    expect(cells()).toEqual(['1001', ...Object.values(chosen)])
  })
})

describe('the modal that switches a notification', () => {
  const submit = () => fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement)
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('switches on within the window shown, confirms it, refreshes the list and restores the focus (L-123)', async () => {
    const { sent } = open()
    const dialog = await openModal()
    expect(dialog.getByText('Road closed')).toBeTruthy()
    fireEvent.click(dialog.getByRole('switch', { name: 'Off' }))
    submit()
    await closed()
    expect(sent).toEqual([
      {
        params: { id: 1001, action: 'activate' },
        body: {
          id: 1001,
          active: true,
          from: new Date(2026, 9, 31).getTime(),
          to: new Date(2026, 9, 31, 23, 59).getTime(),
        },
      },
    ])
    expect(toast).toHaveBeenCalledWith({ message: 'Notification 1001 is on' })
    await until(() => expect(cells()[1]).toBe('On'))
    await until(() => expect(focused().dataset.index).toBe('0'))
  })

  it('switches on without a window, and off, with the action in the path (L-123)', async () => {
    const { sent } = open()
    let dialog = await openModal()
    fireEvent.click(dialog.getByRole('switch'))
    type('Valid from', '')
    type('Valid until', '')
    submit()
    await closed()
    await until(() => expect(cells()[1]).toBe('On'))
    dialog = await openModal()
    fireEvent.click(dialog.getByRole('switch', { name: 'On' }))
    submit()
    await closed()
    expect(sent).toEqual([
      { params: { id: 1001, action: 'activate' }, body: { id: 1001, active: true } },
      { params: { id: 1001, action: 'deactivate' }, body: { id: 1001, active: false } },
    ])
    expect(toast).toHaveBeenLastCalledWith({ message: 'Notification 1001 is off' })
  })

  it('is read-only when no permission names the notification', async () => {
    open({ status: 1 }, undefined, { handleNotificationById: '7', editNotificationById: '8' })
    const dialog = await openModal()
    expect(dialog.getByText("You can't switch this notification.")).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('switch').disabled).toBe(true)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  it('shows Wrong dates while typing, and sends nothing until the start is before the end (L-124)', async () => {
    const { sent } = open({ status: 1 })
    const dialog = await openModal()
    expect(screen.getByLabelText<HTMLInputElement>('Valid from').value).toBe('31/10/2026 00:00')
    expect(screen.getByLabelText<HTMLInputElement>('Valid until').value).toBe('31/10/2026 23:59')
    expect(screen.queryByRole('alert')).toBeNull()
    type('Valid until', '31/10/2026 00:00')
    expect(screen.getByRole('alert').textContent).toBe('Wrong dates\nThe start must be before the end')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    submit()
    type('Valid until', '31/10/2026 00:01')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent).toEqual([])
  })

  it('treats a half-typed time as an error, not as empty', async () => {
    const { sent } = open({ status: 1 })
    const dialog = await openModal()
    type('Valid until', '31/13/2026')
    expect(screen.getByRole('alert').textContent).toContain('date')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    submit()
    expect(sent).toEqual([])
  })

  it('starts with the window that the notification has', async () => {
    open({ status: 1, minDate: now, maxDate: new Date(2026, 10, 2, 9).getTime() })
    await openModal()
    expect(screen.getByLabelText<HTMLInputElement>('Valid from').value).toBe('31/10/2026 08:15')
    expect(screen.getByLabelText<HTMLInputElement>('Valid until').value).toBe('02/11/2026 09:00')
  })

  it('closes on Escape without sending, and restores the focus', async () => {
    const { sent } = open()
    await openModal()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    await closed()
    await until(() => expect(focused().dataset.index).toBe('0'))
    expect([sent, toast.mock.calls]).toEqual([[], []])
  })

  it('stays open and shows the reason when the server refuses', async () => {
    open({}, new CallFailed('Not authorized', 403))
    const dialog = await openModal()
    fireEvent.click(dialog.getByRole('switch'))
    submit()
    await until(() => expect(screen.getByRole('alert').textContent).toBe('Not authorized'))
    expect(toast).not.toHaveBeenCalled()
  })
})
