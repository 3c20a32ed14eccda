import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2, IconSearch, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { home } from '../session/guard.ts'
import { LanguageSwitch } from '../session/language-switch.tsx'
import { sound } from '../session/preferences.ts'
import { useRemembered } from '../session/remembered.ts'
import { useTenantLogo, useTenantName } from '../session/use-tenant.ts'
import { AvailabilitySwitch } from './availability-switch.tsx'
import { ConnectionState } from './connection-state.tsx'
import { RemainingTime } from './remaining-time.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

type HeaderProps = { isMenuOpen: boolean; onMenu: () => void; onPalette: () => void }

export const Header = ({ isMenuOpen, onMenu, onPalette }: HeaderProps) => (
  <header className={classes.header}>
    <MenuButton isMenuOpen={isMenuOpen} onMenu={onMenu} />
    <Brand />
    <PaletteButton onPalette={onPalette} />
    <div className={classes.tools}>
      <ConnectionState />
      <AvailabilitySwitch />
      <SoundSwitch />
      <LanguageSwitch />
      <RemainingTime />
      <UserMenu />
    </div>
  </header>
)

const MenuButton = ({ isMenuOpen, onMenu }: Pick<HeaderProps, 'isMenuOpen' | 'onMenu'>) => {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('shell.menu')}
      aria-expanded={isMenuOpen}
      onClick={onMenu}
    >
      <IconMenu2 size={18} className={classes.onlyCompact} />
      <IconLayoutSidebar size={18} className={classes.onlyWide} />
    </ActionIcon>
  )
}

const Brand = () => {
  const name = useTenantName()
  return (
    <Link to={home} className={classes.brand} aria-label={name}>
      <img src={useTenantLogo()} alt="" width="26" height="26" className={classes.logo} />
      <span className={classes.tenant}>{name}</span>
    </Link>
  )
}

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

const PaletteButton = ({ onPalette }: Pick<HeaderProps, 'onPalette'>) => {
  const { t } = useTranslation()
  return (
    <UnstyledButton className={classes.search} onClick={onPalette} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} aria-hidden="true" />
      <span className={classes.searchText}>{t('palette.open')}</span>
      <Kbd size="xs" className={classes.searchKey}>
        {isApple() ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}

const SoundSwitch = () => {
  const { t } = useTranslation()
  const choice = useRemembered(sound)
  const label = t(`sound.${choice}`)
  const Icon = choice === 'on' ? IconVolume : IconVolumeOff
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => sound.set(choice === 'on' ? 'off' : 'on')}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}
