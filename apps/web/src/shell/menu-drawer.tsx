import { CloseButton, Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Menu } from './menu.tsx'

type MenuDrawerProps = { isOpen: boolean; onClose: () => void }

/** The menu of narrow windows; wide ones never load it. */
const MenuDrawer = ({ isOpen, onClose }: MenuDrawerProps) => {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={260}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('shell.menu') } }}
    >
      <CloseButton aria-label={t('common.close')} onClick={onClose} />
      <Menu isFolded={false} />
    </Drawer>
  )
}

export default MenuDrawer
