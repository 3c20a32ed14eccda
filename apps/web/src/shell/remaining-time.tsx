import { constants } from '@parada/domain/constants'
import { formatRemaining } from '@parada/domain/session'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/use-session.ts'
import classes from './shell.module.css'

/** Only this clock renders every second, nothing around it. */
export const RemainingTime = () => {
  const { t } = useTranslation()
  const session = useSession()
  const [text, setText] = useState(() => formatRemaining(session.remaining()))
  useEffect(() => {
    const show = () => setText(formatRemaining(session.remaining()))
    const timer = setInterval(show, constants.sessionCheckMs)
    const stop = session.subscribe(show)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [session])
  return (
    <span
      role="timer"
      aria-live="off"
      aria-label={t('shell.remaining')}
      title={t('shell.remaining')}
      className={classes.time}
    >
      {text}
    </span>
  )
}
