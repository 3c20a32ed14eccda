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
 * The way by the streets through these points, asked once however many show it; undefined until it is known, and where
 * nobody knows it.
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

/** How far and how long, in the reader's figures: by its way where that is known, else by the straight line. */
export const useWayText = () => {
  const { t, i18n } = useTranslation()
  const { number } = formatsFor(i18n.language)
  return (ride: Ride) =>
    t('wizard.length', { km: number(Math.round(distanceOf(ride) / 100) / 10), minutes: minutesOf(ride) })
}
