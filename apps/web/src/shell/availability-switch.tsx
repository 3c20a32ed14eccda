import { UnstyledButton } from '@mantine/core'
import { self } from '@parada/contract/calls/self'
import { mayAccess } from '@parada/domain/access/permissions'
import { IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { log } from '../kit/log.ts'
import { availability } from '../session/preferences.ts'
import { useRemembered } from '../session/remembered.ts'
import { useSessionState } from '../session/use-session.ts'
import classes from './shell.module.css'

const againMs = 2_000

/**
 * Reports the state to the server, which keeps it with the session and starts each one as ready. Failed reports are
 * repeated.
 */
const useTelling = (state: 'ready' | 'busy') => {
  const ask = useClient()
  const known = useRef<typeof state>('ready')
  const telling = useRef(Promise.resolve())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const tellNow = async () => {
      if (isOver || known.current === state) return
      try {
        await ask(self.availability, { body: { state } })
        known.current = state
      } catch (problem) {
        log('The server could not be told who is busy', problem)
        timer = setTimeout(tell, againMs)
      }
    }
    // Reports run one after the other, so that the last state set is the last one received.
    const tell = () => {
      telling.current = telling.current.then(tellNow)
    }
    tell()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [state, ask])
}

const Switch = () => {
  const { t } = useTranslation()
  const state = useRemembered(availability)
  useTelling(state)
  const isBusy = state === 'busy'
  const Icon = isBusy ? IconPhoneOff : IconPhone
  const label = t(`mySettings.available.${state}`)
  return (
    <UnstyledButton
      role="switch"
      aria-checked={!isBusy}
      aria-label={label}
      title={label}
      className={classes.availability}
      data-busy={isBusy || undefined}
      onClick={() => availability.set(isBusy ? 'ready' : 'busy')}
    >
      <Icon size={18} aria-hidden="true" />
      <span>{t(`live.${state}`)}</span>
    </UnstyledButton>
  )
}

/** Switches between ready and busy; shown to users who take calls if the tenant's busy desks stay quiet. */
export const AvailabilitySwitch = () => {
  const isKept = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.busyDesksStayQuiet === true)
  const takesCalls = useSessionState(({ grants }) => mayAccess(grants, ['dispatchServiceByFleet']))
  return isKept && takesCalls && <Switch />
}
