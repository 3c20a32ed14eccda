import type { ExportSpec } from '@parada/contract/list'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Download } from '../../download.ts'
import { listRequest } from '../data/request.ts'
import { useCallParams } from '../data/use-call-params.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { ListState } from '../state/list-state.ts'
import classes from './export.module.css'
import { startExport } from './export-notice.tsx'
import { useListFormat } from './use-list-format.ts'

type Props = {
  list: ListDefinition
  file: ExportSpec
  columns: readonly string[]
  state: ListState
  /** The total number of rows. */
  total: number
  download: Download
  button: HTMLElement
  onClose: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The menu of formats that the list can be saved in. */
export const ExportMenu = ({ list, file, columns, state, total, download, button, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const { code } = useListFormat()
  const params = useCallParams(list.call)
  const { right, bottom } = button.getBoundingClientRect()
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => menu.current?.querySelector('button')?.focus(), [])
  const close = () => {
    onClose()
    button.focus()
  }
  const choose = (word: string) => {
    close()
    // A file contains all rows, regardless of the page on screen (L-022).
    const request = listRequest(list, state, Date.now(), code)
    const { mode, ...query } = { ...request, pageNumber: 0, resultsPerPage: total }
    void startExport({
      download,
      call: list.call,
      file,
      params,
      word,
      title: t(list.title),
      columns,
      query,
      language: i18n.language,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item.matches(':focus'))
    const step = steps[key]
    event.stopPropagation()
    if (step !== undefined) {
      event.preventDefault()
      items.at((at + step) % items.length)?.focus()
    }
    if (key === 'Escape' || key === 'Tab') close()
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('list.export')}
      className={classes.menu}
      style={{ right: document.documentElement.clientWidth - right, top: bottom + 4 }}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== button && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      {Object.entries(file.formats).map(([word, format]) => (
        <button key={word} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(word)}>
          {t(`list.formats.${format}`)}
        </button>
      ))}
    </div>
  )
}
