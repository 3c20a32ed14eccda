import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../../download.ts'
import { lazy } from '../../lazy.ts'
import { exportOfList } from '../data/export.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { ListState } from '../state/list-state.ts'
import classes from './list.module.css'

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))

type Props = { list: ListDefinition; columns: readonly string[]; state: ListState; total: number }

/** Saves the filtered list as a file, if its call allows it. The menu is loaded on the first click. */
export const ExportButton = ({ list, columns, state, total }: Props) => {
  const { t } = useTranslation()
  const download = useDownload()
  const [button, setButton] = useState<HTMLButtonElement>()
  const file = exportOfList(list.call)
  if (!download || !file) return null
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        onClick={({ currentTarget }) => setButton(button ? undefined : currentTarget)}
      >
        {t('list.export')} ▾
      </button>
      <Suspense fallback={null}>
        {button && (
          <ExportMenu
            list={list}
            file={file}
            columns={columns}
            state={state}
            total={total}
            download={download}
            button={button}
            onClose={() => setButton(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
