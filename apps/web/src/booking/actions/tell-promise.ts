import { services } from '@parada/contract/calls/services'
import { idsAllowed } from '@parada/domain/access/values'
import { type PromiseChannel, priceToTell } from '@parada/domain/booking/promise'
import { hourTimeServiceStart } from '@parada/domain/booking/texts'
import { mobileOf } from '@parada/domain/phone'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../../kit/client.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import { useSessionState } from '../../session/use-session.ts'
import { type Booking, useKeepBooking, useReloadBooking } from '../record/booking-record.ts'
import { useFaultWords } from '../record/faults.ts'
import { type Act, newAct, useOfferUndo } from './undo.ts'

export type Telling = {
  /** When the taxi is expected: what the caller is told. */
  expected: number
  told: PromiseChannel
  /** Left out, the house's own words go out, in the language that the passenger reads. */
  text?: string
}

/** HH:MM on the clock of the booking's place. */
export const timeWords = (moment: number, timeZone: string | null | undefined) =>
  hourTimeServiceStart({ timeBookingStartTimestamp: moment, timeZone: timeZone ?? null })

/** Whether this person may send this passenger an SMS, and there is a mobile to send it to. */
export const useMaySms = () => {
  const grants = useSessionState((state) => state.grants)
  const allowed = grants && idsAllowed(grants, 'sendSMSByWhiteLabel')
  const isAllowed = allowed === 'all' || (allowed?.size ?? 0) > 0
  return ({ phoneNumberPassenger }: Pick<Booking, 'phoneNumberPassenger'>) =>
    isAllowed && mobileOf(phoneNumberPassenger) !== undefined
}

type Told = Pick<
  Booking,
  'id' | 'version' | 'status' | 'timeBookingStartTimestamp' | 'timeZone' | 'promisedPrice' | 'priceEstimated'
>

/** Renews what the caller was told, by one call that may be taken back for a moment; fails as a form wants it. */
export const useRenewPromise = () => {
  const { t } = useTranslation()
  const client = useClient()
  const keep = useKeepBooking()
  const offerUndo = useOfferUndo()
  const last = useRef<{ sent: string; act: Act }>(undefined)
  /** Sent again unchanged, after a lost answer say, it is the same act and is done once. */
  const actOf = (sent: string) => {
    const { act } = last.current?.sent === sent ? last.current : { act: newAct() }
    last.current = { sent, act }
    return act
  }
  return async (booking: Told, { expected, told, text }: Telling) => {
    const { id, version, timeZone } = booking
    const price = priceToTell(booking)
    const body = {
      version,
      promisedArrival: expected,
      ...(price !== null && { promisedPrice: price }),
      told,
      ...(text !== undefined && { text }),
    }
    const act = actOf(JSON.stringify({ id, ...body }))
    const headers = { 'Undo-Key': act.key, 'Idempotency-Key': act.key }
    const answer = await client(services.promise, { params: { id }, body, headers })
    keep(answer.booking)
    const words = t(`booking.toast.told.${told}`, { id, time: timeWords(expected, timeZone) })
    offerUndo(words, [act], { ids: [id] })
    return answer
  }
}

/** The same with one key, from wherever a booking rises; what goes wrong is told by a toast. True when it was done. */
export const useTellPromise = () => {
  const { t } = useTranslation()
  const renew = useRenewPromise()
  const reload = useReloadBooking()
  const faultWords = useFaultWords()
  return async (booking: Told, telling: Telling) => {
    try {
      await renew(booking, telling)
      return true
    } catch (cause) {
      const message = faultWords(toFailure(cause))
      reload(booking.id)
      failedToast(t('booking.toast.notTold', { id: booking.id, message }))
      return false
    }
  }
}
