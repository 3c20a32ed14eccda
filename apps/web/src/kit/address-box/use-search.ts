import type { Suggestion } from '@parada/domain/places/suggestions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { nothing, type Suggestions } from './suggestions.ts'

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

/**
 * Long enough to skip the intermediate letters of a quick typist, short enough to show suggestions within 150 ms of the
 * last letter.
 */
const delayMs = 50

/**
 * Searches for suggestions as the user types. The last results stay while a newer search runs or if it fails, and the
 * answer to a superseded search is never shown.
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
