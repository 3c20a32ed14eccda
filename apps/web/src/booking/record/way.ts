import type { Point } from '@parada/domain/places/geo'
import { distanceOf, minutesOf, type Ride } from '@parada/domain/pricing/ride'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'

export type Way = { path: readonly Point[]; metres: number; minutes: number }

type Length = Pick<Way, 'metres' | 'minutes'>

/** As far as is known without the streets: from place to place, with the house's estimates. */
export const straightWay = (ride: Ride & { destination: Point }): Way => ({
  path: [ride.origin, ...(ride.stops ?? []), ride.destination],
  metres: distanceOf(ride),
  minutes: minutesOf(ride),
})

/** How far and how long, in the reader's figures. */
export const useWayText = () => {
  const { t, i18n } = useTranslation()
  const { number } = formatsFor(i18n.language)
  return ({ metres, minutes }: Length) =>
    t('wizard.length', { km: number(Math.round(metres / 100) / 10), minutes: Math.round(minutes) })
}
