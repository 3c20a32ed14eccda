import { type ComponentType, lazy, Suspense } from 'react'
import type { ListDefinition } from './list-definition.ts'
import type { useRowActions } from './use-row-actions.ts'

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

type Props = {
  list: ListDefinition
  acting: ReturnType<typeof useRowActions>
  known: unknown
  all: ReadonlyMap<unknown, unknown>
  onOpen: (row: never, inNewTab: boolean) => void
}

/** What the rows' actions lay over the list. */
export const ActionLayers = ({ list, acting, known, all, onOpen }: Props) => {
  const { menu, asked } = acting
  const Acting = list.rowActions?.component as ComponentType<object> | undefined
  const row = menu && all.get(menu.key)
  const first = list.columns[0]
  return (
    <Suspense>
      {menu && row !== undefined && (
        <RowMenu
          at={menu.at}
          label={String(first?.read(row as never) ?? '')}
          actions={acting.offeredFor(menu.key)}
          onOpen={list.openRow ? () => onOpen(row as never, false) : undefined}
          onAct={(action) => acting.act(action, menu.key)}
          onClose={acting.closeMenu}
        />
      )}
      {asked && Acting && (
        <Acting
          key={`${asked.action} ${asked.keys.join()}`}
          {...{ action: asked.action, rows: asked.rows, isMany: asked.isMany, known, onClose: acting.close }}
        />
      )}
    </Suspense>
  )
}
