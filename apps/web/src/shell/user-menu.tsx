import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionState } from '../session/use-session.ts'
import classes from './shell.module.css'

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

export const UserMenu = () => {
  const { t } = useTranslation()
  const session = useSession()
  const self = useSessionState((state) => state.self)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = self ? `${self.name} ${self.surname}`.trim() : ''
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={name ? `${t('shell.user')}: ${name}` : t('shell.user')}>
          <IconUserCircle size={18} aria-hidden="true" className={classes.onlyCompact} />
          <span className={classes.userName}>{name || t('shell.user')}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={session.signOut}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
