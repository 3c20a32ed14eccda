import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TakeFocus } from '../../focus.tsx'
import type { RowAction } from '../declare/row-actions.ts'

type Props = {
  at: { x: number; y: number }
  /** The name of the row. */
  label: string
  actions: readonly RowAction[]
  onOpen: (() => void) | undefined
  onAct: (action: string) => void
  onClose: () => void
}

/** The actions for one row, opened at the pointer or at the row. */
export const RowMenu = ({ at, label, actions, onOpen, onAct, onClose }: Props) => {
  const { t } = useTranslation()
  const key = (text: string) => <kbd style={{ font: 'inherit', opacity: 0.7 }}>{text}</kbd>
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      shadow="md"
      transitionProps={{ duration: 0 }}
      withinPortal
      trapFocus={false}
      returnFocus={false}
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <TakeFocus />
        {onOpen && (
          <Menu.Item rightSection={key('↵')} onClick={onOpen}>
            {t('list.openRow')}
          </Menu.Item>
        )}
        {actions.map(({ id, label, shortcut }) => (
          <Menu.Item key={id} rightSection={key(shortcut.toUpperCase())} onClick={() => onAct(id)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
