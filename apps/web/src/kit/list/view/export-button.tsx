import type { Call } from '@parada/contract/kit'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure } from '../../client.ts'
import { saveFile, useDownload } from '../../download.ts'
import { log } from '../../log.ts'
import { exportList } from '../data/export.ts'
import { listRequest } from '../data/request.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { ListState } from '../state/list-state.ts'
import classes from './list.module.css'

const LoadingModal = lazy(async () => ({ default: (await import('../../loading-modal.tsx')).LoadingModal }))

type Props = { list: ListDefinition; call: Call; columns: readonly string[]; state: ListState }

const tell = async (message: string, color?: string) => {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, color })
}

/** Saves the filtered list as a file; the page and its size are the screen's, not the file's. */
export const ExportButton = ({ list, call, columns, state }: Props) => {
  const { t } = useTranslation()
  const download = useDownload()
  const [isBusy, setBusy] = useState(false)
  if (!download) return null

  const run = async () => {
    setBusy(true)
    try {
      const { pageNumber, resultsPerPage, mode, ...filters } = listRequest(list, state, Date.now())
      const outcome = await exportList({
        download,
        call,
        columns,
        filters,
        name: list.exportName ?? `${t(list.title)}.xlsx`,
        save: saveFile,
      })
      await tell(t(outcome))
    } catch (cause) {
      const { message } = toFailure(cause)
      log(message, cause)
      await tell(message, 'red')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <button type="button" className={classes.tool} disabled={isBusy} onClick={run}>
        {t('list.export')}
      </button>
      <Suspense fallback={null}>{isBusy && <LoadingModal opened />}</Suspense>
    </>
  )
}
