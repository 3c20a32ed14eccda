import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { constants } from '@parada/domain/constants'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../public/i18n/resources-locale_en.json'
import { CallFailed } from './client.ts'
import { failedToast } from './failed-toast.ts'
import { toast } from './toast.tsx'
import { forgetUndos, undoToast } from './undo.tsx'

beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { translation: english } } })
    .then(() => {}),
)
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(
    <MantineProvider env="test">
      <Notifications limit={4} />
      <input aria-label="filter" />
      <input aria-label="chosen" type="checkbox" />
    </MantineProvider>,
  )
})
afterEach(() => {
  act(() => {
    vi.advanceTimersByTime(2 * constants.undoMs)
    notifications.clean()
  })
  cleanup()
  vi.useRealTimers()
})

const offer = (message: string, given: Partial<Parameters<typeof undoToast>[0]> = {}) => {
  const undo = vi.fn(() => Promise.resolve())
  act(() => void undoToast({ message, since: Date.now(), undo, ...given }))
  return undo
}
const press = (target: Element = document.body, more: object = {}) =>
  act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true, ...more }))

describe('an undo toast', () => {
  it('shows its shortcut, undoes once by its button and confirms it', async () => {
    const onUndone = vi.fn()
    const undo = offer('Service canceled', { onUndone })
    const button = screen.getByRole('button', { name: 'Undo Ctrl Z' })
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+Z Meta+Z')
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    expect(undo).toHaveBeenCalledOnce()
    expect(onUndone).toHaveBeenCalledOnce()
    expect(screen.getByText('Undone')).toBeTruthy()
    await press()
    expect(undo).toHaveBeenCalledOnce()
  })

  it('disappears when its time is up, even under the pointer', () => {
    const undo = offer('Service canceled')
    fireEvent.mouseEnter(screen.getByText('Service canceled'))
    act(() => void vi.advanceTimersByTime(constants.undoMs))
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.queryByText('Service canceled')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect(undo).not.toHaveBeenCalled()
  })

  it('disappears when all offers are withdrawn, as on sign-out', () => {
    const undo = offer('Service canceled')
    act(forgetUndos)
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.queryByText('Service canceled')).toBeNull()
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect(undo).not.toHaveBeenCalled()
  })

  it('stands above other toasts and never waits behind them', () => {
    act(() => {
      for (const other of ['One', 'Two', 'Three', 'Four']) notifications.show({ message: other, autoClose: false })
    })
    offer('Service canceled')
    const [first, second] = screen.getAllByText(/Service canceled|One/)
    expect([first?.textContent, second?.textContent]).toEqual(['Service canceled', 'One'])
  })

  it('stands above the results of the user’s own actions, which stand above other news', () => {
    act(() => {
      for (const other of ['One', 'Two', 'Three', 'Four']) notifications.show({ message: other, autoClose: false })
      toast('Saved')
      failedToast('Not saved')
    })
    offer('Service canceled')
    const shown = screen.getAllByText(/Service canceled|aved|One/).map((one) => one.textContent)
    expect(shown).toEqual(['Service canceled', 'Saved', 'Not saved', 'One'])
  })

  it('has a named close button, like every result toast', () => {
    act(() => {
      toast('Saved')
      failedToast('Not saved')
    })
    offer('Service canceled')
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(3)
  })

  it('counts from the time of sending and offers no undo once that time is up', () => {
    offer('Late', { since: Date.now() - constants.undoMs })
    expect(screen.getByText('Late')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
  })

  it.each([
    [
      'somebody was quicker',
      409,
      { version: 5, changes: [{ who: 'Bruno Salas' }] },
      'Not undone: Bruno Salas has changed the booking since',
    ],
    ['it has left', 409, undefined, 'Too late to undo: already sent'],
    ['nobody answers', 0, undefined, 'No reply. Check whether it was undone.'],
    ['it is refused', 404, undefined, 'Not undone: Not found'],
  ])('gives the reason when %s', async (_, status, conflict, words) => {
    const onFailed = vi.fn()
    const failure = new CallFailed('Not found', status, { ...(conflict && { conflict: conflict as never }) })
    offer('Service canceled', { undo: () => Promise.reject(failure), onFailed })
    await press()
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(onFailed).toHaveBeenCalledWith(failure)
    expect(screen.queryByText('Undone')).toBeNull()
  })
})

describe('Ctrl+Z or Cmd+Z', () => {
  it('undoes the newest action first', async () => {
    const [first, second] = [offer('First'), offer('Second')]
    await press()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    await press(document.body, { ctrlKey: false, metaKey: true })
    expect(first).toHaveBeenCalledOnce()
  })

  it.each([
    ['with Shift', { shiftKey: true }],
    ['with Alt', { altKey: true }],
    ['without Ctrl', { ctrlKey: false }],
    ['while held down', { repeat: true }],
    ['with another letter', { key: 'y' }],
  ])('does nothing %s', async (_, more) => {
    const undo = offer('Booking dispatch')
    await press(document.body, more)
    expect(undo).not.toHaveBeenCalled()
  })

  it('is left to the browser in a box that holds text or was typed in, and undoes the last action elsewhere', async () => {
    const filter = screen.getByLabelText<HTMLInputElement>('filter')
    const undo = offer('Booking dispatch')
    fireEvent.input(filter, { target: { value: 'mar' } })
    await press(filter)
    fireEvent.input(filter, { target: { value: '' } })
    await press(filter)
    expect(undo).not.toHaveBeenCalled()
    await press(screen.getByLabelText('chosen'))
    expect(undo).toHaveBeenCalledOnce()
    const again = offer('Booking dispatch')
    await press(filter)
    expect(again).toHaveBeenCalledOnce()
  })
})
