import { isToInvoice, mayEditToInvoice } from '@parada/domain/trip/mobility'
import { useTranslation } from 'react-i18next'
import { log } from '../kit/log.ts'
import classes from '../kit/record-page.module.css'
import { useReturnOnFailure } from '../kit/return-on-failure.ts'
import { useSessionState } from '../session/use-session.ts'
import { useRide } from './mobility-record.ts'
import { BookingFacts, Header, History, Payment, RideMap } from './parts.tsx'
import { RideForm } from './ride-form.tsx'

const list = '/mobility/mobilitytoinvoice'

/** One ride before it is invoiced, editable by users with the permission. */
export const ToInvoicePage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const grants = useSessionState((state) => state.grants)
  const { data, error } = useRide(id)
  useReturnOnFailure(data ? null : error, { list, title: t('mobility.failed') })
  if (!data) return <div className={classes.waiting} aria-busy="true" />
  const { mobilityToInvoiceDetailMessage: ride, journal } = data
  const mayEdit = grants !== undefined && isToInvoice(ride) && mayEditToInvoice(grants, ride, log)
  return (
    <article className={classes.page}>
      <Header booking={ride} list={list} />
      <div className={classes.columns}>
        <div>
          {mayEdit ? <RideForm ride={ride} journal={journal} /> : <Payment booking={ride} />}
          <BookingFacts booking={ride} />
        </div>
        <div>
          <RideMap booking={ride} />
          <History journal={journal} />
        </div>
      </div>
    </article>
  )
}
