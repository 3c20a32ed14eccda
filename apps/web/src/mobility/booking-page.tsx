import { isGranted } from '@parada/domain/access/permissions'
import { isMobilityOver, mayOpenToInvoice } from '@parada/domain/trip/mobility'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { failedToast } from '../kit/failed-toast.ts'
import { log } from '../kit/log.ts'
import classes from '../kit/record-page.module.css'
import { useReturnOnFailure } from '../kit/return-on-failure.ts'
import { useSessionState } from '../session/use-session.ts'
import { useBooking } from './mobility-record.ts'
import { BookingFacts, Header, History, Payment, RideMap } from './parts.tsx'

const list = '/mobility/dashboard'

/** A live booking of a shared vehicle. Users who may only see the list are sent back to it. */
export const BookingPage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const grants = useSessionState((state) => state.grants)
  const mayOpen = grants !== undefined && isGranted(grants, 'viewMobilityBookingDetail')
  const isRefused = grants !== undefined && !mayOpen
  useEffect(() => {
    if (!isRefused) return
    failedToast(t('shell.notAuthorized'))
    void navigate({ to: list, replace: true })
  }, [isRefused, navigate, t])
  const { data, error } = useBooking(id, mayOpen)
  useReturnOnFailure(data ? null : error, { list, title: t('mobility.failed') })
  if (!data) return <div className={classes.waiting} aria-busy={!isRefused} />
  const { booking, journal } = data
  const leadsOn = isMobilityOver(booking) && grants !== undefined && mayOpenToInvoice(grants, booking, log)
  return (
    <article className={classes.page}>
      <Header booking={booking} list={list}>
        {leadsOn && (
          <Link to="/mobility/mobilitytoinvoice/$id" params={{ id: String(id) }}>
            {t('mobility.openToInvoice')}
          </Link>
        )}
      </Header>
      <div className={classes.columns}>
        <div>
          <BookingFacts booking={booking} />
          <Payment booking={booking} />
        </div>
        <div>
          <RideMap booking={booking} />
          <History journal={journal} />
        </div>
      </div>
    </article>
  )
}
