import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { whenIdle } from '../../when-idle.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'

const openEvery = () => true

/** How a row opens: over the list, or as a screen that is preloaded before the first row is opened. */
export const useOpening = (list: ListDefinition, firstRow: AnyRow | undefined, known: unknown) => {
  const router = useRouter()
  const [opened, setOpened] = useState<{ row: AnyRow }>()

  const targetOf = useMemo(() => {
    const { openRow } = list
    return openRow && ((row: AnyRow) => openRow(row, known))
  }, [list, known])

  const target = firstRow === undefined ? undefined : targetOf?.(firstRow)
  const latest = useRef(target)
  latest.current = target
  const screen = target?.to
  useEffect(() => {
    if (screen === undefined) return
    return whenIdle(() => {
      if (latest.current) void router.preloadRoute(latest.current).catch(() => undefined)
    })
  }, [screen, router])

  const onOpen = useCallback(
    (row: AnyRow, inNewTab: boolean) => {
      if (list.rowModal) return setOpened({ row })
      const target = targetOf?.(row)
      if (!target) return
      if (inNewTab) window.open(router.buildLocation(target).href, '_blank', 'noopener')
      else void router.navigate(target)
    },
    [list, router, targetOf],
  )
  const close = useCallback(() => setOpened(undefined), [])
  return { opens: list.rowModal ? openEvery : targetOf, onOpen, opened, close }
}
