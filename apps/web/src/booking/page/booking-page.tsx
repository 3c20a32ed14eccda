import { promiseOf } from '@parada/domain/booking/promise'
import { Suspense, useState } from 'react'
import { useUnsaved } from '../../kit/form/unsaved.ts'
import { usePlainKeys } from '../../kit/use-keys.ts'
import { useSessionState } from '../../session/use-session.ts'
import { actionModals } from '../actions/action-modals.ts'
import { type ActionId, actionKeys, actionsFor } from '../actions/offered-actions.ts'
import { useReceipt } from '../actions/send-receipt.ts'
import type { Booking } from '../record/booking-record.ts'
import { faultOf, mayPass } from '../record/faults.ts'
import { useBooking, useTracking } from '../record/use-booking.ts'
import classes from './booking.module.css'
import { Conversation } from './conversation.tsx'
import { PeopleFacts, PriceFacts, PromiseFacts, RouteFacts } from './facts.tsx'
import { LiveCut, Missing, Stale } from './faults.tsx'
import { FleetFacts } from './fleet-facts.tsx'
import { BookingHeader } from './header.tsx'
import { BookingMap } from './map.tsx'
import { OtherWays } from './other-ways.tsx'
import { Presence } from './presence.tsx'
import { PromiseNotice } from './promise-notice.tsx'
import { Timeline } from './timeline.tsx'
import { useNow } from './use-now.ts'
import { usePainted } from './use-painted.ts'

const refreshMs = 20_000

const useActions = (booking: Booking, now: number, isLost: boolean) => {
  const grants = useSessionState((state) => state.grants)
  const [opened, setOpened] = useState<Exclude<ActionId, 'receipt'>>()
  const sendReceipt = useReceipt()
  const offered = grants && !isLost ? actionsFor({ booking, grants, now }) : []
  const act = (id: ActionId) => {
    if (id === 'receipt') void sendReceipt(booking)
    else setOpened(id)
  }
  usePlainKeys((key) => {
    // A modal that is still loading gets the next keys.
    if (opened) return false
    const action = offered.find(({ id, blocked }) => blocked === undefined && actionKeys[id] === key)
    if (action) act(action.id)
    return action !== undefined
  })
  return { offered, act, opened, close: () => setOpened(undefined) }
}

type WholeProps = { booking: Booking; isLost: boolean; failure: React.ReactNode }

const Whole = ({ booking, isLost, failure }: WholeProps) => {
  const now = useNow(refreshMs)
  const { offered, act, opened, close } = useActions(booking, now, isLost)
  const isPainted = usePainted()
  const tracking = useTracking(booking, isPainted)
  const promise = promiseOf(booking, { position: tracking.said, now })
  const ActionModal = opened && actionModals[opened]
  return (
    <article className={classes.page}>
      <BookingHeader booking={booking} now={now} offered={offered} onAct={act}>
        {isPainted && <Presence id={booking.id} />}
      </BookingHeader>
      {failure}
      <LiveCut />
      {!isLost && <PromiseNotice booking={booking} promise={promise} said={tracking.said} now={now} />}
      {!isLost && <OtherWays booking={booking} promise={promise} />}
      <div className={classes.columns}>
        <div className={classes.left}>
          <RouteFacts booking={booking} />
          <PromiseFacts booking={booking} promise={promise} />
          <PeopleFacts booking={booking} />
          <PriceFacts booking={booking} />
          <FleetFacts booking={booking} />
          {isPainted && <Conversation booking={booking} />}
        </div>
        <div className={classes.right}>
          <BookingMap booking={booking} tracking={tracking} isPainted={isPainted} />
          {isPainted && <Timeline booking={booking} />}
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

export const BookingPage = ({ id }: { id: number }) => {
  const { booking, error, retry } = useBooking(id)
  const isTyping = useUnsaved()
  const failed = error
  const onRetry = () => void retry()
  const isLost = failed !== null && faultOf(failed) !== undefined && !mayPass(failed)
  // Typed text outlives the booking: the user sees why it cannot be saved, and may copy it.
  if (failed && (!booking || (isLost && !isTyping))) return <Missing id={id} error={failed} onRetry={onRetry} />
  if (!booking) return <div className={classes.waiting} aria-busy="true" />
  const failure = failed && <Stale id={id} error={failed} onRetry={onRetry} />
  return <Whole booking={booking} isLost={isLost} failure={failure} />
}
