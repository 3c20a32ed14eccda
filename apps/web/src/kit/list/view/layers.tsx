import { Suspense } from 'react'
import { lazy } from '../../lazy.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import type { useRowActions } from './use-row-actions.ts'

const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

type Props = {
  list: ListDefinition
  acting: ReturnType<typeof useRowActions>
  all: ReadonlyMap<unknown, AnyRow>
  onOpen: (row: AnyRow, inNewTab: boolean) => void
}

/** The menu and layers that row actions show over the list. */
export const ActionLayers = ({ list, acting, all, onOpen }: Props) => {
  const { menu, layer } = acting
  const row = menu && all.get(menu.key)
  const first = list.columns[0]
  return (
    <Suspense>
      {menu && row && (
        <RowMenu
          at={menu.at}
          label={String(first?.read(row) ?? '')}
          actions={acting.offeredFor(menu.key)}
          onOpen={list.openRow ? () => onOpen(row, false) : undefined}
          onAct={(action) => acting.act(action, menu.key)}
          onClose={acting.closeMenu}
        />
      )}
      {layer}
    </Suspense>
  )
}
