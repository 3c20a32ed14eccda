import { mayUseFleet } from '@parada/domain/access/values'
import {
  arrivalToTell,
  isUnassigned,
  type PromiseState,
  priceToTell,
  type TaxiSaid,
} from '@parada/domain/booking/promise'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import { lazy } from '../../kit/lazy.ts'
import { usePlainKeys } from '../../kit/use-keys.ts'
import { useSessionState } from '../../session/use-session.ts'
import { useMaySms, useTellPromise } from '../actions/tell-promise.ts'
import type { Booking } from '../record/booking-record.ts'
import { timeWords } from '../record/words.ts'
import classes from './booking.module.css'

const RenewPromise = lazy(() => import('../actions/promise.tsx'))

const keys = { call: 'k', sms: 'l', told: 'o' } as const

type Props = { booking: Booking; promise: PromiseState; said: TaxiSaid | undefined; now: number }

/** What is expected, compared with the promise. */
const usePromiseWords = ({ booking, promise }: Props) => {
  const { t, i18n } = useTranslation()
  const { timeZone } = booking
  const { arrival, due, expected, lateMinutes: count } = promise
  const time = (moment: number | null) => (moment === null ? '' : timeWords(moment, timeZone, i18n.language))
  const money = (amount: number) => formatsFor(i18n.language).money(amount, booking.priceCustomerCurrency)
  const kind = arrival === 'risk' && isUnassigned(booking) ? 'nobody' : arrival
  const text = booking.promisedArrival == null ? `booking.promise.unpromised.${kind}` : `booking.promise.${kind}`
  const price = priceToTell(booking)
  return [
    (arrival === 'risk' || arrival === 'broken') && t(text, { count, due: time(due), expected: time(expected) }),
    price !== null && t('booking.promise.costs', { told: money(booking.promisedPrice as number), now: money(price) }),
  ]
    .filter(Boolean)
    .join(' ')
}

const Ways = ({ booking, promise, said, now }: Props) => {
  const { t, i18n } = useTranslation()
  const tell = useTellPromise()
  const maySms = useMaySms()(booking)
  const call = useRef<HTMLAnchorElement>(null)
  const isBusy = useRef(false)
  const [isOpen, setOpen] = useState(false)
  const { phoneNumberPassenger: phone, timeZone } = booking
  const expected = arrivalToTell(promise, now)
  const send = async (told: 'call' | 'sms') => {
    if (isBusy.current) return
    isBusy.current = true
    await tell(booking, { expected, told })
    isBusy.current = false
  }
  usePlainKeys((key) => {
    if (isOpen) return false
    if (key === keys.call && phone) call.current?.click()
    else if (key === keys.sms && maySms) void send('sms')
    else if (key === keys.told) void send('call')
    else return false
    return true
  })
  return (
    <>
      {phone && (
        <a ref={call} className={classes.plain} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} aria-keyshortcuts="K">
          {t('booking.promise.call')} <kbd>K</kbd>
        </a>
      )}
      {maySms && (
        <button type="button" className={classes.plain} aria-keyshortcuts="L" onClick={() => void send('sms')}>
          {t('booking.promise.send')} <kbd>L</kbd>
        </button>
      )}
      <button type="button" className={classes.plain} aria-keyshortcuts="O" onClick={() => void send('call')}>
        {t('booking.promise.mark', { time: timeWords(expected, timeZone, i18n.language) })} <kbd>O</kbd>
      </button>
      <button type="button" className={classes.plain} onClick={() => setOpen(true)}>
        {t('booking.promise.other')}
      </button>
      {isOpen && (
        <Suspense>
          <RenewPromise booking={booking} position={said} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A promise that is about to break, or has just broken, with the ways to tell the caller before they ask. */
export const PromiseNotice = (props: Props) => {
  const { t } = useTranslation()
  const { booking, promise } = props
  const mayTell = useSessionState(
    ({ grants }) =>
      !!grants &&
      (['dispatchServiceByFleet', 'editServiceByFleet'] as const).some((key) =>
        mayUseFleet(grants, key, booking.idFleet),
      ),
  )
  const words = usePromiseWords(props)
  if (!promise.isRising) return null
  return (
    <section className={classes.promise} aria-label={t('booking.promise.label')}>
      <p role="status">! {words}</p>
      {mayTell && <Ways {...props} />}
    </section>
  )
}
