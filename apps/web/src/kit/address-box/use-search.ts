import type { Suggestion } from '@parada/domain/places/suggestions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { nothing, type Suggestions } from './suggestions.ts'

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

/** Long enough to pass over the letters of a quick typist, short enough to be on screen 150 ms after the last of them. */
const delayMs = 50

/**
 * Suggestions for what is typed. What was found stays until something newer is, whether that takes long or fails, and an
 * answer that was overtaken is never shown.
 */
export const useSearch = (search: Search, minCharacters: number) => {
  const [found, setFound] = useState<Suggestions>(nothing)
  const [pending, setPending] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    running.current?.abort()
    running.current = undefined
  }, [])
  useEffect(() => stop, [stop])

  const ask = async (text: string) => {
    const controller = new AbortController()
    running.current = controller
    const settle = (next: (before: Suggestions) => Suggestions) => {
      if (controller.signal.aborted) return
      running.current = undefined
      setPending(undefined)
      setFound(next)
    }
    try {
      const items = await latest.current(text, controller.signal)
      settle(() => ({ items, text, hasFailed: false }))
    } catch {
      settle((before) => ({ ...before, hasFailed: true }))
    }
  }

  const look = (text: string) => {
    stop()
    const sought = text.trim()
    if (sought.length < minCharacters) {
      setPending(undefined)
      setFound(nothing)
      return
    }
    setPending(sought)
    timer.current = setTimeout(() => void ask(sought), delayMs)
  }

  const forget = () => {
    stop()
    setPending(undefined)
    setFound(nothing)
  }

  return { found, isSearching: pending !== undefined, look, forget }
}
