import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../kit/client.ts'
import type { Booking } from '../modals/booking-record.ts'
import { useSessionState } from '../session/use-session.ts'
import { actionModals } from './action-modals.ts'
import classes from './booking.module.css'
import { type ActionId, actionKeys, actionsFor } from './booking-actions.ts'
import { FleetFacts, PeopleFacts, PriceFacts, PromiseFacts, RouteFacts } from './booking-facts.tsx'
import { BookingHeader } from './booking-header.tsx'
import { BookingMap } from './booking-map.tsx'
import { Conversation } from './conversation.tsx'
import { Timeline } from './timeline.tsx'
import { useBooking, useExtras, useTracking } from './use-booking.ts'
import { useKeys } from './use-keys.ts'
import { useNow } from './use-now.ts'
import { useReceipt } from './use-receipt.ts'

const minuteMs = 20_000

type FailureProps = { id: number; error: CallFailed; onRetry: () => void }

/** Nothing of the booking can be shown: not there, not for this person, or out of reach just now. */
const Missing = ({ id, error, onRetry }: FailureProps) => {
  const { t } = useTranslation()
  const isGone = error.status === 404
  return (
    <section className={classes.missing} role="alert">
      <h1>{t('booking.failed')}</h1>
      <p>{isGone ? t('booking.gone', { id }) : t('booking.unreachable', { message: error.message })}</p>
      {isGone ? (
        <Link to="/dashboard">{t('booking.toDashboard')}</Link>
      ) : (
        <button type="button" className={classes.plain} onClick={onRetry}>
          {t('list.tryAgain')}
        </button>
      )}
    </section>
  )
}

const Stale = ({ error, onRetry }: Omit<FailureProps, 'id'>) => {
  const { t } = useTranslation()
  return (
    <div role="alert" className={classes.stale}>
      {t('booking.failed')}: {error.message}
      <button type="button" className={classes.plain} onClick={onRetry}>
        {t('list.tryAgain')}
      </button>
    </div>
  )
}

const useActions = (booking: Booking, now: number) => {
  const grants = useSessionState((state) => state.grants)
  const [opened, setOpened] = useState<Exclude<ActionId, 'receipt'>>()
  const sendReceipt = useReceipt()
  const offered = grants ? actionsFor({ booking, grants, now }) : []
  const act = (id: ActionId) => {
    if (id === 'receipt') void sendReceipt(booking)
    else setOpened(id)
  }
  useKeys((key) => {
    // What is on its way to the screen takes the next keys.
    if (opened) return false
    const action = offered.find(({ id, blocked }) => blocked === undefined && actionKeys[id] === key)
    if (action) act(action.id)
    return action !== undefined
  })
  return { offered, act, opened, close: () => setOpened(undefined) }
}

const Whole = ({ booking, failure }: { booking: Booking; failure: React.ReactNode }) => {
  const now = useNow(minuteMs)
  const { offered, act, opened, close } = useActions(booking, now)
  const tracking = useTracking(booking)
  const extras = useExtras(booking.id)
  const ActionModal = opened && actionModals[opened]
  return (
    <article className={classes.page}>
      <BookingHeader booking={booking} now={now} offered={offered} onAct={act} />
      {failure}
      <div className={classes.columns}>
        <div className={classes.left}>
          <RouteFacts booking={booking} />
          <PromiseFacts booking={booking} coords={tracking.coords} now={now} />
          <PeopleFacts booking={booking} />
          <PriceFacts booking={booking} />
          <FleetFacts booking={booking} />
          <Conversation booking={booking} extras={extras} />
        </div>
        <div className={classes.right}>
          <BookingMap booking={booking} tracking={tracking} />
          <Timeline booking={booking} />
        </div>
      </div>
      {ActionModal && (
        <Suspense>
          <ActionModal booking={booking} onClose={close} />
        </Suspense>
      )}
    </article>
  )
}

/** Everything about one booking in one place. */
export const BookingPage = ({ id }: { id: number }) => {
  const { booking, error, retry } = useBooking(id)
  const failed = error as CallFailed | null
  const onRetry = () => void retry()
  if (failed && (!booking || failed.status === 404)) return <Missing id={id} error={failed} onRetry={onRetry} />
  if (!booking) return <div className={classes.waiting} aria-busy="true" />
  return <Whole booking={booking} failure={failed && <Stale error={failed} onRetry={onRetry} />} />
}
