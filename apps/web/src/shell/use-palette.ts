import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useKeyListener } from '../kit/use-keys.ts'

/**
 * Opens the palette on Ctrl K from anywhere. Keys typed before its input is ready are collected for it and kept from
 * the screen behind.
 */
export const usePalette = () => {
  const [isOpen, setOpen] = useState(false)
  const typed = useRef('')
  const isWaiting = useRef(false)

  const open = useCallback(() => {
    if (!isOpen) isWaiting.current = true
    setOpen(true)
  }, [isOpen])
  const close = useCallback(() => setOpen(false), [])
  /** Returns the text typed so far; from then on the input receives the keys. */
  const takeTyped = useCallback(() => {
    const text = typed.current
    typed.current = ''
    isWaiting.current = false
    return text
  }, [])

  useKeyListener((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    open()
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isWaiting.current || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.key.length === 1) typed.current += event.key
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key === 'Escape') {
        takeTyped()
        close()
      }
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [takeTyped, close])

  return { isOpen, open, close, takeTyped }
}
