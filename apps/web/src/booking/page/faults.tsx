import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../../kit/client.ts'
import { useLiveState } from '../../session/live-state.ts'
import { faultOf, mayPass } from '../record/faults.ts'
import classes from './booking.module.css'

type Props = { id: number; error: CallFailed; onRetry: () => void }

const useWords = ({ id, error }: Omit<Props, 'onRetry'>) => {
  const { t } = useTranslation()
  const fault = faultOf(error)
  if (fault === 'gone') return t('booking.notFound', { id })
  if (fault === 'forbidden') return t('booking.forbidden', { id })
  return fault === 'offline' ? t('booking.noServer') : error.message
}

const WayOut = ({ error, onRetry }: Omit<Props, 'id'>) => {
  const { t } = useTranslation()
  return faultOf(error) && !mayPass(error) ? (
    <Link to="/dashboard">{t('booking.toDashboard')}</Link>
  ) : (
    <button type="button" className={classes.plain} onClick={onRetry}>
      {t('common.tryAgain')}
    </button>
  )
}

/** The booking cannot be shown: it does not exist, is not for this user, or the server cannot be reached. */
export const Missing = (props: Props) => {
  const { t } = useTranslation()
  const words = useWords(props)
  return (
    <section className={classes.missing} role="alert">
      <h1>{t('booking.failed')}</h1>
      <p>{mayPass(props.error) ? t('booking.unreachable', { message: words }) : words}</p>
      <WayOut {...props} />
    </section>
  )
}

/** Says that the booking shown may be out of date. */
export const Stale = (props: Props) => {
  const { t } = useTranslation()
  const words = useWords(props)
  return (
    <div role="alert" className={classes.stale}>
      <span>
        {t('booking.failed')}: {words}
      </span>
      <WayOut {...props} />
    </div>
  )
}

/** Says that live events are interrupted; the page polls meanwhile. */
export const LiveCut = () => {
  const { t } = useTranslation()
  const state = useLiveState()
  if (state === 'live' || state === 'connecting') return null
  return (
    <p role="status" className={classes.cut}>
      {t('booking.liveCut')}
    </p>
  )
}
