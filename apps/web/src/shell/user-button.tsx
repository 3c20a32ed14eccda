import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../session/use-session.ts'
import classes from './shell.module.css'

export const UserButton = (props: ComponentPropsWithRef<'button'>) => {
  const { t } = useTranslation()
  const self = useSessionState((state) => state.self)
  const name = self ? `${self.name} ${self.surname}`.trim() : ''
  return (
    <UnstyledButton
      {...props}
      className={classes.user}
      aria-label={name ? `${t('shell.user')}: ${name}` : t('shell.user')}
    >
      <IconUserCircle size={18} aria-hidden="true" className={classes.onlyCompact} />
      <span className={classes.userName}>{name || t('shell.user')}</span>
      <IconChevronDown size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}
