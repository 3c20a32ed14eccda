import { useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTenant } from '../../tenant.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import { lookFrom, searchOf, stateFrom } from './list-state.ts'
import { recall, recallPlace, remember, rememberPlace } from './memory.ts'

type Search = Record<string, unknown>

/**
 * The single owner of a list's state, taken from the URL or else from the session storage. The screen follows the state
 * at once and the URL follows the screen, so that a keystroke never waits for the router.
 */
export const useListState = (list: ListDefinition) => {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const tenant = useTenant()
  // Not the pathname of the location: while the next page loads, that is already the next page's, even for a list that
  // mounts late.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const [route] = useState(pathname)

  const written = (of: Search) => JSON.stringify(searchOf(list, stateFrom(list, of)))
  const [state, setState] = useState(() => {
    const isBare = written(search) === '{}'
    return stateFrom(list, isBare ? (recall(tenant, route).search ?? {}) : search)
  })
  const [look, setLook] = useState(() => lookFrom(list, recall(tenant, route).look))

  const latest = useRef(written(search))
  /** Our own navigations that the router has not shown yet. A superseded one is not a change from outside. */
  const pending = useRef<string[]>([])

  const shown = written(search)
  useEffect(() => {
    const mine = pending.current.indexOf(shown)
    if (mine >= 0) pending.current.splice(0, mine + 1)
    else if (shown !== latest.current) {
      latest.current = shown
      setState(stateFrom(list, JSON.parse(shown) as Search))
    }
  }, [shown, list])

  useEffect(() => {
    const next = searchOf(list, state)
    remember(tenant, route, { search: next, look })
    const text = JSON.stringify(next)
    if (text === latest.current) return
    latest.current = text
    pending.current.push(text)
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  }, [state, look, list, tenant, route, navigate])

  const [place] = useState(() => recallPlace(tenant, route, JSON.stringify(searchOf(list, state))))
  /** Remembers the scroll position and the last row reached when the list is left. */
  const leaveAt = useCallback(
    (top: number, key: unknown) => rememberPlace(tenant, route, { search: latest.current, top, key }),
    [tenant, route],
  )
  return { state, setState, look, setLook, place, leaveAt }
}
