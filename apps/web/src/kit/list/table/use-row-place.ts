import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ListPlace } from '../state/memory.ts'

type Options = {
  scroller: RefObject<HTMLElement | null>
  keys: () => readonly unknown[]
  count: number
  follow: () => void
  setActive: (index: number) => void
  walkTo: (index: number) => void
  place?: ListPlace | undefined
  onLeave?: ((top: number) => void) | undefined
  wanted?: { key: unknown } | undefined
}

/** Returns to where the table was left, and goes to a row chosen elsewhere once it exists. */
export const useRowPlace = ({ scroller, keys, count, follow, setActive, walkTo, ...at }: Options) => {
  const { place, onLeave, wanted } = at
  const isBack = useRef(false)
  const found = useRef(wanted)

  useLayoutEffect(() => {
    if (isBack.current || count === 0) return
    isBack.current = true
    const view = scroller.current
    if (!place || !view) return
    view.scrollTop = place.top
    const index = keys().indexOf(place.key)
    if (index >= 0) setActive(index)
    follow()
  })

  useLayoutEffect(() => {
    if (!wanted || found.current === wanted) return
    const index = keys().indexOf(wanted.key)
    if (index < 0) return
    found.current = wanted
    // `walkTo` renders synchronously, which React does not allow inside an effect.
    queueMicrotask(() => walkTo(index))
  })

  const leave = useRef(onLeave)
  useLayoutEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    const view = scroller.current
    return () => leave.current?.(view?.scrollTop ?? 0)
  }, [scroller])
}
