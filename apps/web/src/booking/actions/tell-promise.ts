import { services } from '@parada/contract/calls/services'
import { idsAllowed } from '@parada/domain/access/values'
import { type PromiseChannel, priceToTell } from '@parada/domain/booking/promise'
import { mobileOf } from '@parada/domain/phone'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../../kit/client.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import { useSessionState } from '../../session/use-session.ts'
import { type Booking, useKeepBooking, useReloadBooking } from '../record/booking-record.ts'
import { useFaultWords } from '../record/faults.ts'
import { timeWords } from '../record/words.ts'
import { type Act, newAct, useOfferUndo } from './undo.ts'

export type Telling = {
  /** When the taxi is expected, as told to the caller. */
  expected: number
  told: PromiseChannel
  /** Without it the server sends the standard text, in the authorization's language or else the tenant's. */
  text?: string
}

/** Whether the user may send SMS and the passenger has a mobile number. */
export const useMaySms = () => {
  const grants = useSessionState((state) => state.grants)
  const allowed = grants && idsAllowed(grants, 'sendSMSByWhiteLabel')
  const isAllowed = allowed === 'all' || (allowed?.size ?? 0) > 0
  return ({ phoneNumberPassenger }: Pick<Booking, 'phoneNumberPassenger'>) =>
    isAllowed && mobileOf(phoneNumberPassenger) !== undefined
}

type PromisedBooking = Pick<
  Booking,
  'id' | 'version' | 'status' | 'timeBookingStartTimestamp' | 'timeZone' | 'promisedPrice' | 'priceEstimated'
>

/** Renews the promise with one API call that can be undone for a short time. Throws on failure, for a form to show. */
export const useRenewPromise = () => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const keep = useKeepBooking()
  const offerUndo = useOfferUndo()
  const last = useRef<{ sent: string; act: Act }>(undefined)
  /** Sending the same again, for example after a lost response, reuses the key and so is done once. */
  const actOf = (sent: string) => {
    const { act } = last.current?.sent === sent ? last.current : { act: newAct() }
    last.current = { sent, act }
    return act
  }
  return async (booking: PromisedBooking, { expected, told, text }: Telling) => {
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
    const words = t(`booking.toast.told.${told}`, { id, time: timeWords(expected, timeZone, i18n.language) })
    offerUndo(words, [act], { ids: [id] })
    return answer
  }
}

/** Renews the promise at a key press. A toast shows a failure; resolves to whether it succeeded. */
export const useTellPromise = () => {
  const { t } = useTranslation()
  const renew = useRenewPromise()
  const reload = useReloadBooking()
  const faultWords = useFaultWords()
  return async (booking: PromisedBooking, telling: Telling) => {
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
