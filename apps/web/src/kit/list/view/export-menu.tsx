import { Menu } from '@mantine/core'
import type { ExportSpec } from '@parada/contract/list'
import { useTranslation } from 'react-i18next'
import type { Download } from '../../download.ts'
import { TakeFocus } from '../../focus.tsx'
import { listRequest } from '../data/request.ts'
import { useCallParams } from '../data/use-call-params.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { ListState } from '../state/list-state.ts'
import { startExport } from './export-notice.tsx'

type Props = {
  list: ListDefinition
  file: ExportSpec
  columns: readonly string[]
  state: ListState
  /** How many rows there are. */
  total: number
  download: Download
  button: HTMLElement
  onClose: () => void
}

/** The formats that the list can be saved in. */
export const ExportMenu = ({ list, file, columns, state, total, download, button, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const params = useCallParams(list.call)
  const { left, bottom } = button.getBoundingClientRect()
  const close = () => {
    onClose()
    button.focus()
  }
  const choose = (word: string) => {
    close()
    // A file has every row, whatever page is on the screen (L-022).
    const { mode, ...query } = { ...listRequest(list, state, Date.now()), pageNumber: 0, resultsPerPage: total }
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
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      shadow="md"
      transitionProps={{ duration: 0 }}
      withinPortal
      trapFocus={false}
      returnFocus={false}
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left, top: bottom, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('list.export')}>
        <TakeFocus />
        {Object.entries(file.formats).map(([word, format]) => (
          <Menu.Item key={word} onClick={() => choose(word)}>
            {t(`list.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
