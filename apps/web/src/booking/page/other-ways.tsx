import { otherWays } from '@parada/contract/calls/other-ways'
import type { AnswerOf } from '@parada/contract/kit'
import { mayUseFleet } from '@parada/domain/access/values'
import type { PromiseState } from '@parada/domain/booking/promise'
import { needsAnotherWay } from '@parada/domain/trip/offers'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { formatsFor } from '../../kit/format.ts'
import { lazy } from '../../kit/lazy.ts'
import { usePlainKeys } from '../../kit/use-keys.ts'
import { useSessionState } from '../../session/use-session.ts'
import type { OtherWay } from '../actions/other-way.tsx'
import type { Booking } from '../record/booking-record.ts'
import { timeWords } from '../record/words.ts'
import classes from './booking.module.css'

const TakeOtherWay = lazy(() => import('../actions/other-way.tsx'))

/** A nearby vehicle may be gone within a minute. */
const freshMs = 30_000

type Offers = AnswerOf<typeof otherWays.offers>

const waysIn = ({ vehicles, tickets, times }: Offers, { timeZone }: Booking, t: TFunction, language: string) => {
  const { money } = formatsFor(language)
  return [
    ...vehicles.map(({ idSupplier, sign, supplier, vehicleKind, metres, battery, priceMinute, text }): OtherWay => {
      const kind = t(`codes.vehicleKind.${vehicleKind}`)
      const charge = battery === null ? '' : ` · ${t('booking.otherWays.battery', { battery })}`
      const price = t('booking.otherWays.perMinute', { price: money(priceMinute) })
      const words = `${t('booking.otherWays.vehicle', { kind, supplier, sign, metres })} · ${price}${charge}`
      return { chosen: { kind: 'vehicle', idSupplier, sign }, words, text }
    }),
    ...tickets.map(({ idTicketTitle, title, supplier, price, text }): OtherWay => {
      const words = `${t('booking.otherWays.ticket', { title, supplier })} · ${money(price)}`
      return { chosen: { kind: 'ticket', idTicketTitle }, words, text }
    }),
    ...times.map(({ at, text }): OtherWay => {
      const words = t('booking.otherWays.later', { time: timeWords(at, timeZone, language) })
      return { chosen: { kind: 'time', at }, words, text }
    }),
  ].slice(0, 9)
}

const Ways = ({ booking }: { booking: Booking }) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const [opened, setOpened] = useState<OtherWay>()
  const { data, error } = useQuery({
    queryKey: ['otherWays', booking.id],
    queryFn: ({ signal }) => client(otherWays.offers, { params: { id: booking.id }, signal }),
    refetchInterval: freshMs,
    retry: false,
  })
  const ways = data ? waysIn(data, booking, t, i18n.language) : []
  usePlainKeys((key) => {
    const way = opened || !/^[1-9]$/.test(key) ? undefined : ways[Number(key) - 1]
    if (way) setOpened(way)
    return way !== undefined
  })
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      {data && ways.length === 0 && <p>{t('booking.otherWays.none')}</p>}
      <ol className={classes.ways}>
        {ways.map((way, at) => (
          <li key={way.words}>
            <button
              type="button"
              className={classes.plain}
              aria-keyshortcuts={String(at + 1)}
              onClick={() => setOpened(way)}
            >
              {way.words} <kbd>{at + 1}</kbd>
            </button>
          </li>
        ))}
      </ol>
      {opened && (
        <Suspense>
          <TakeOtherWay booking={booking} way={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Alternatives to a taxi that cannot be kept: what is near and free, each with the key that books it. */
export const OtherWays = ({ booking, promise }: { booking: Booking; promise: PromiseState }) => {
  const { t } = useTranslation()
  const mayTake = useSessionState(
    ({ grants }) =>
      !!grants &&
      (['dispatchServiceByFleet', 'editServiceByFleet'] as const).some((key) =>
        mayUseFleet(grants, key, booking.idFleet),
      ),
  )
  if (!mayTake || !needsAnotherWay(booking, promise.arrival)) return null
  return (
    <section className={classes.promise} aria-label={t('booking.otherWays.label')}>
      <p>{t('booking.otherWays.label')}</p>
      <Ways booking={booking} />
    </section>
  )
}
