import { places } from '@parada/contract/calls/places'
import type { Point } from '@parada/domain/places/geo'
import { decodePath } from '@parada/domain/places/polyline'
import { distanceOf, minutesOf, type Ride } from '@parada/domain/pricing/ride'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { formatsFor } from '../../kit/format.ts'

const textOf = (points: readonly Point[]) => points.map(({ lat, lon }) => `${lat.toFixed(5)},${lon.toFixed(5)}`).join()

/**
 * The street route through these points, fetched once however many components show it. Undefined until it has loaded,
 * or if the streets are unknown.
 */
export const useWay = (points: readonly Point[], isAsked = true) => {
  const client = useClient()
  const asked = textOf(points)
  const { data } = useQuery({
    queryKey: ['way', asked],
    queryFn:
      points.length < 2 || !isAsked
        ? skipToken
        : ({ signal }) => client(places.way, { query: { points: asked }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const found = data?.way.source === 'line' ? undefined : data?.way
  const path = useMemo(() => found && decodePath(found.path), [found])
  return { path, way: found && { metres: found.distanceMeters, seconds: found.durationSeconds } }
}

/**
 * Distance and duration in the reader's number format: along the street route if known, else estimated from the
 * straight line.
 */
export const useWayText = () => {
  const { t, i18n } = useTranslation()
  const { number } = formatsFor(i18n.language)
  return (ride: Ride) =>
    t('wizard.length', { km: number(Math.round(distanceOf(ride) / 100) / 10), minutes: minutesOf(ride) })
}
