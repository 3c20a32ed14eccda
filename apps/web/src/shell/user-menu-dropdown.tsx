import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TakeFocus } from '../kit/focus.tsx'
import { useSession } from '../session/use-session.ts'
import { UserButton } from './user-button.tsx'

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

/** The open menu, rendered once the user has asked for it. */
const UserMenuDropdown = () => {
  const { t } = useTranslation()
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      width={220}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      trapFocus={false}
      returnFocus={false}
    >
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        <TakeFocus />
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}>
          {schemes.map(([scheme, Icon]) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              data-autofocus={scheme === colorScheme || undefined}
              rightSection={<Icon size={16} />}
            >
              {t(`scheme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconSettings size={16} />} component={Link} to="/my-settings">
          {t('screens.mySettings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={session.signOut}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export default UserMenuDropdown
