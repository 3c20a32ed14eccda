import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../when-idle.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'

const openEvery = () => true

/** How a row opens: over the list, or as a screen, which is at hand before the first of the rows is opened. */
export const useOpening = (list: ListDefinition, firstRow: AnyRow | undefined) => {
  const router = useRouter()
  const [opened, setOpened] = useState<{ row: AnyRow }>()

  const target = firstRow === undefined ? undefined : list.openRow?.(firstRow)
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
      const target = list.openRow?.(row)
      if (!target) return
      if (inNewTab) window.open(router.buildLocation(target).href, '_blank', 'noopener')
      else void router.navigate(target)
    },
    [list, router],
  )
  const close = useCallback(() => setOpened(undefined), [])
  return { opens: list.rowModal ? openEvery : list.openRow, onOpen, opened, close }
}
