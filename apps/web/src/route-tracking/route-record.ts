import { type RouteChange, type RouteDetail, routeTracking } from '@parada/contract/calls/route-tracking'
import { labelKey } from '@parada/domain/codes'
import { isKeyOf } from '@parada/domain/objects'
import type { Point } from '@parada/domain/places/geo'
import { atOnce, readPath, readTimes } from '@parada/domain/route/path'
import type { Track } from '@parada/domain/route/replay'
import { tripRecords } from '@parada/domain/trip/records'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import type { Changes, ChangeWords } from '../kit/form/meanwhile.tsx'
import { formatsFor } from '../kit/format.ts'
import { listKey } from '../kit/list/data/list-data.ts'

export type Journal = readonly RouteChange[]

/** One route. Its key is under the list's, so that an open route is refetched whenever a route changes. */
export const useRoute = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [...listKey(routeTracking.list), 'one', id],
    queryFn: ({ signal }) => client(routeTracking.read, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Refetches the list and the open route. */
export const useReload = () => {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: listKey(routeTracking.list) })
}

export type Way = { points: readonly Point[]; track: Track | undefined; isBroken: boolean }

/** The path of a route, with the times of its points if they were recorded. */
export const wayOf = ({
  routeWayPoints,
  routeWayTimes,
}: Pick<RouteDetail, 'routeWayPoints' | 'routeWayTimes'>): Way => {
  if (routeWayPoints === '') return { points: [], track: undefined, isBroken: false }
  const points = atOnce(readPath(routeWayPoints))
  if (typeof points === 'string') return { points: [], track: undefined, isBroken: true }
  const times = routeWayTimes === '' || points.length < 2 ? undefined : readTimes(routeWayTimes, points.length)
  return { points, track: times && { points, times }, isBroken: false }
}

const fields = tripRecords.route

/** Journal fields to show; the rest is bookkeeping or implied by the action. */
const told: ReadonlySet<string> = new Set([
  'status',
  'fault',
  'distanceMeters',
  'destinationAddressString',
  'idExport',
  'bookingBreaks',
  'authorizationBreaks',
])

type Breaks = readonly { id: number; label?: string; value: string }[]

export const useKilometres = () => {
  const { i18n } = useTranslation()
  const { number } = formatsFor(i18n.language)
  return (metres: number) => `${number(Math.round(metres / 10) / 100)} km`
}

/** Describes the change of one field; undefined for bookkeeping fields. */
export const useChangeWords = () => {
  const { t } = useTranslation()
  const kilometres = useKilometres()
  const valueWords = (field: keyof typeof fields, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (Array.isArray(value))
      return (value as Breaks).map((one) => (one.label ? `${one.label}: ${one.value}` : one.value)).join(', ')
    if (field === 'distanceMeters') return kilometres(Number(value))
    const { codes } = fields[field]
    const label = codes && labelKey(codes, value as number | string)
    return label ? t(label) : String(value)
  }
  return ({ field, before, after }: Pick<Changes[number], 'field' | 'before' | 'after'>): ChangeWords | undefined =>
    told.has(field) && isKeyOf(fields, field)
      ? {
          label: t(labels[field] ?? `fields.${field}`),
          before: valueWords(field, before),
          after: valueWords(field, after),
        }
      : undefined
}

const labels: Readonly<Record<string, string>> = {
  distanceMeters: 'route.distance',
  bookingBreaks: 'route.breaks',
  authorizationBreaks: 'route.authorizationBreaks',
}
