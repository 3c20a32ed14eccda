import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focused } from '../testing/focused.ts'
import { Modal } from './modal.tsx'

const Screen = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal opened onClose={() => setOpen(false)} title="Caller" withCloseButton={false}>
          <input aria-label="Phone" />
          <input aria-label="Name" data-autofocus />
          <input type="hidden" />
          <button type="button">Save</button>
          <button type="button" disabled>
            Delete
          </button>
        </Modal>
      )}
    </>
  )
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const open = () => {
  render(
    <MantineProvider>
      <Screen />
    </MantineProvider>,
  )
  const opener = screen.getByText('Open')
  opener.focus()
  fireEvent.click(opener)
  return opener
}
const tab = (shiftKey = false) => fireEvent.keyDown(focused(), { key: 'Tab', shiftKey })

it('a modal focuses its marked field at once and leaves the focus where the user moves it', () => {
  open()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  screen.getByLabelText('Phone').focus()
  vi.runAllTimers()
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'))
})

it('Tab wraps from the last stop of a modal to the first and back', () => {
  open()
  screen.getByText('Save').focus()
  tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'))
  tab(true)
  expect(document.activeElement).toBe(screen.getByText('Save'))
})

it('a modal returns the focus as soon as it closes', async () => {
  const opener = open()
  fireEvent.keyDown(focused(), { key: 'Escape' })
  await Promise.resolve()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})
