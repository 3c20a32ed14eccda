import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TakeFocus } from '../../focus.tsx'
import type { RowAction } from '../declare/row-actions.ts'

type Props = {
  at: { x: number; y: number }
  /** Which row this is about. */
  label: string
  actions: readonly RowAction[]
  onOpen: (() => void) | undefined
  onAct: (action: string) => void
  onClose: () => void
}

/** What can be done to one row, where the pointer or the row is. */
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
