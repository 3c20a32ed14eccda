import { renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useAttention } from './use-hold.ts'

/** With `act` off, React defers state updates as it does in a browser. */
const setActing = (isActing: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })
beforeEach(() => setActing(false))
afterEach(() => setActing(true))

const cellOf = (html: string) => {
  const table = document.createElement('table')
  table.innerHTML = html
  return { target: table.querySelector('td') } as unknown as PointerEvent
}
const inRow = () => cellOf('<tbody><tr data-index="0"><td>1</td></tr></tbody>')
const inHeading = () => cellOf('<thead><tr><td>Id</td></tr></thead>')

it.each(['onPointerMove', 'onPointerDown'] as const)(
  'holds the rows right after %s on one of them, before an update can move it from under the pointer',
  (handler) => {
    const { result } = renderHook(useAttention)
    result.current.handlers[handler](inRow())
    expect(result.current.isHeld).toBe(true)
  },
)

it('does not hold the rows for a pointer at the headings', () => {
  const { result } = renderHook(useAttention)
  result.current.handlers.onPointerDown(inHeading())
  expect(result.current.isHeld).toBe(false)
})
