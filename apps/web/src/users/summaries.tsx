import { users } from '@parada/contract/calls/users'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../kit/format.ts'
import { useSessionState } from '../session/use-session.ts'
import { Block } from './block.tsx'
import { useUserPart } from './user-record.ts'
import classes from './users.module.css'

type Counts = { total: number; active: number; finished: number; cancelled: number }

const Counted = ({ summary, amount, children }: { summary: Counts; amount: string; children?: ReactNode }) => {
  const { t, i18n } = useTranslation()
  const { count } = formatsFor(i18n.language)
  if (summary.total === 0) return <p className={classes.soft}>{t('user.none')}</p>
  return (
    <>
      <p className={classes.figure}>
        <b>{count(summary.total)}</b> {amount && <span>{amount}</span>}
      </p>
      <p className={classes.soft}>
        {(['active', 'finished', 'cancelled'] as const)
          .filter((name) => summary[name] > 0)
          .map((name) => t(`user.counts.${name}`, { count: summary[name] }))
          .join(' · ')}
      </p>
      {children}
    </>
  )
}

const dayMs = 86_400_000

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Today and the given number of days before it. */
const lastDays = (count: number, now: number) => ({ from: dayOf(now - count * dayMs), to: dayOf(now) })

/** Fits into the longest range of the list of finished bookings. */
const lastYear = (now: number) => ({ ...lastDays(364, now), to: dayOf(now + dayMs) })

const seesFinished = anyOf('editServiceByFleet')

/** Links to the active and the finished bookings of this user. */
const TaxiLists = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  const maySeeFinished = useSessionState(({ grants }) => mayAccess(grants, seesFinished))
  return (
    <p className={classes.ways}>
      <Link to="/dashboard" search={{ idUser: id }}>
        {t('user.activeBookings')}
      </Link>
      {maySeeFinished && (
        <Link to="/bookings/finished" search={{ idUser: id, ...lastYear(now) }}>
          {t('user.finishedBookings')}
        </Link>
      )}
    </p>
  )
}

const Taxi = ({ id }: { id: number }) => {
  const { t, i18n } = useTranslation()
  const { money } = formatsFor(i18n.language)
  const query = useUserPart(users.summary, id, { idUser: id })
  const summary = query.data?.summary
  return (
    <Block title={t('user.taxi')} query={query}>
      {summary && (
        <Counted
          summary={summary}
          amount={summary.totals.map(({ currency, amount }) => money(amount, currency)).join(' + ')}
        >
          <TaxiLists id={id} />
        </Counted>
      )}
    </Block>
  )
}

const seesTickets = anyOf('viewTicketToInvoiceBySupplier')

/** A link to the tickets of this user, over the longest range of their list. */
const TicketList = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  const maySeeTickets = useSessionState(({ grants }) => mayAccess(grants, seesTickets))
  if (!maySeeTickets) return null
  return (
    <p className={classes.ways}>
      <Link to="/transport/ticketstoinvoice" search={{ idUser: id, ...lastDays(30, now) }}>
        {t('user.lastTickets')}
      </Link>
    </p>
  )
}

const seesParkings = anyOf('viewParkingBookingByPA')

const ParkingLists = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  const maySee = useSessionState(({ grants }) => mayAccess(grants, seesParkings))
  if (!maySee) return null
  const search = { idUser: id, ...lastDays(30, now) }
  return (
    <p className={classes.ways}>
      <Link to="/parkings/dashboard" search={search}>
        {t('screens.parkings')}
      </Link>
      <Link to="/parkingtoinvoice" search={search}>
        {t('screens.parkingToInvoice')}
      </Link>
      <Link to="/parkingcancelled" search={search}>
        {t('screens.parkingCancelled')}
      </Link>
    </p>
  )
}

const Paid = ({ id, what }: { id: number; what: 'parking' | 'tickets' }) => {
  const { t, i18n } = useTranslation()
  const query = useUserPart(what === 'parking' ? users.parkingSummary : users.ticketsSummary, id, { idUser: id })
  const summary = query.data?.summary
  return (
    <Block title={t(`user.${what}`)} query={query}>
      {summary && (
        <Counted summary={summary} amount={formatsFor(i18n.language).money(summary.totalAmount)}>
          {what === 'tickets' && <TicketList id={id} />}
          {what === 'parking' && <ParkingLists id={id} />}
        </Counted>
      )}
    </Block>
  )
}

const seesRoutes = anyOf('viewRouteTrackingByPA')

/** A link to the routes of this user, over the longest range of their list. */
const RouteList = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const [now] = useState(Date.now)
  const maySee = useSessionState(({ grants }) => mayAccess(grants, seesRoutes))
  if (!maySee) return null
  return (
    <p className={classes.ways}>
      <Link to="/routeTracking" search={{ idUser: id, ...lastDays(119, now) }}>
        {t('user.lastRoutes')}
      </Link>
    </p>
  )
}

const Routes = ({ id }: { id: number }) => {
  const { t, i18n } = useTranslation()
  const query = useUserPart(users.routesSummary, id, { idUser: id })
  const summary = query.data?.summary
  const kilometres = formatsFor(i18n.language).number(Math.round((summary?.distanceMeters ?? 0) / 100) / 10)
  return (
    <Block title={t('user.routes')} query={query}>
      {summary && (
        <Counted summary={summary} amount={`${kilometres} km`}>
          <RouteList id={id} />
        </Counted>
      )}
    </Block>
  )
}

/** What the user has used, by kind of service. */
export const Summaries = ({ id }: { id: number }) => (
  <div className={classes.summaries}>
    <Taxi id={id} />
    <Paid id={id} what="parking" />
    <Paid id={id} what="tickets" />
    <Routes id={id} />
  </div>
)
