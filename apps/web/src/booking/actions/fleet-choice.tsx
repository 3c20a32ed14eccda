import { Group, Text, TextInput } from '@mantine/core'
import { fleets as fleetCalls } from '@parada/contract/calls/fleets'
import type { Fleet } from '@parada/contract/entities'
import { isGranted } from '@parada/domain/access/permissions'
import { isCovered } from '@parada/domain/places/area'
import { fleetsAround } from '@parada/domain/places/coverage'
import { mapDefaults, type Point, readRadius } from '@parada/domain/places/geo'
import { plainText } from '@parada/domain/places/suggestions'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { PickList, usePickFilter } from '../../kit/form/pick-list.tsx'
import { useSessionState } from '../../session/use-session.ts'
import type { Booking } from '../record/booking-record.ts'
import { mostFleets, useAvailabilities } from '../record/fleet-quotes.ts'
import { useFleetWords } from '../record/fleet-words.ts'
import { useRidePrices } from '../record/use-prices.ts'

type FleetPermission = 'dispatchServiceByFleet' | 'addFleet'

/**
 * A user who may dispatch to any fleet picks from all of them (document 1); fleets that cover the pickup come first.
 * Until they have loaded, the booking's own fleet can be seen and chosen.
 */
export const useFleetsToChoose = (
  { origin, idFleet }: Booking,
  permission: FleetPermission,
  { enabled = true } = {},
) => {
  const client = useClient()
  const toAny = useSessionState(({ grants }) => !!grants && isGranted(grants, 'dispatchServiceToAnyFleet'))
  const asked = permission === 'dispatchServiceByFleet' && toAny ? 'dispatchServiceToAnyFleet' : permission
  const own = useSessionState(({ fleets }) => fleets?.find(({ id }) => id === idFleet))
  const near = origin?.lat && origin.lon ? { originLat: origin.lat, originLon: origin.lon } : {}
  return useQuery({
    queryKey: ['fleets', asked, near],
    queryFn: ({ signal }) => client(fleetCalls.withPermission, { params: { permission: asked }, query: near, signal }),
    placeholderData: own && { fleets: [own] },
    enabled,
  })
}

/** A fleet without a status counts as at work. */
export const isAtWork = ({ status }: Fleet) => status === 1 || status == null

/** Only a fleet on the list can be sent. */
export const fleetProblem = (fleets: readonly Fleet[], idFleet: number | null): ProblemKey | undefined =>
  fleets.some(({ id }) => id === idFleet) ? undefined : 'problems.missingProperty'

const pickupOf = ({ origin }: Booking): Point | undefined =>
  origin?.lat != null && origin.lon != null ? { lat: origin.lat, lon: origin.lon } : undefined

/** Fleets that cover the pickup, are within the radius or have no known position; the rest are counted. */
const useNearby = (booking: Booking, fleets: readonly Fleet[], kept: number | null) => {
  const [typed, type] = useState(String(mapDefaults.filterRadiusKm))
  const radiusKm = readRadius(typed)
  const pickup = pickupOf(booking)
  const { lat, lon } = pickup ?? {}
  const near = useMemo(() => {
    if (lat === undefined || lon === undefined || radiusKm === undefined) return fleets
    const around = fleetsAround({ lat, lon }, radiusKm, fleets)
    const within = around.filter(({ isCovering, isNear, metres }) => isCovering || isNear || metres === undefined)
    const ids = new Set(within.map(({ fleet }) => fleet.id))
    return fleets.filter(({ id }) => ids.has(id) || id === kept)
  }, [lat, lon, radiusKm, fleets, kept])
  return { near, farther: fleets.length - near.length, radius: { typed, type, km: radiusKm, isAsked: !!pickup } }
}

/** Cars, arrival and price of each fleet for this ride, as in the wizard. */
const useFigures = (booking: Booking, fleets: readonly Fleet[]) => {
  const point = pickupOf(booking)
  const covering = new Set(
    fleets.flatMap((fleet) =>
      point && isCovered(point, { ...point, geoAreaOrigin: fleet.geoAreaOrigin ?? null }) ? [fleet.id] : [],
    ),
  )
  const cars = useAvailabilities([...covering].slice(0, mostFleets), point)
  const priceOf = useRidePrices(booking)
  return (id: number) => ({
    isCovering: point === undefined || covering.has(id),
    availability: cars.get(id),
    price: priceOf(id),
  })
}

type Props = {
  booking: Booking
  label: string
  fleets: readonly Fleet[]
  isLoading: boolean
  failure: string | undefined
  value: number | null
  error: string | undefined
  onChange: (id: number | null) => void
  /** Fleets per page; without it all are on one page. */
  pageSize?: number
}

const filterDelayMs = 200

/** Picks one of the loaded fleets. The filter clears a choice that it hides, and chooses the only match. */
export const FleetChoice = ({ booking, fleets: all, pageSize, value, onChange, ...props }: Props) => {
  const { t } = useTranslation()
  const words = useFleetWords()
  const figuresOf = useFigures(booking, all)
  const filter = usePickFilter(filterDelayMs)
  const { near, farther, radius } = useNearby(booking, all, booking.idFleet)
  // A fleet searched for by name is found however far away it is.
  const matching = (text: string) =>
    text.trim() === ''
      ? near
      : all.filter(({ fleetLongName }) => plainText(fleetLongName).includes(plainText(text.trim())))
  const type = (text: string) => {
    filter.type(text)
    const found = matching(text)
    const [only] = found
    if (text.trim() !== '' && only && found.length === 1) onChange(only.id)
    else if (value !== null && !found.some(({ id }) => id === value)) onChange(null)
  }
  const found = matching(filter.sought)
  const from = pageSize === undefined ? 0 : filter.page * pageSize
  const shown = pageSize === undefined ? found : found.slice(from, from + pageSize)
  const chosen = all.find(({ id }) => id === value)
  const manualWords = ({ contactPhone: phone }: Fleet) =>
    phone ? t('booking.dispatch.manual', { phone }) : t('booking.dispatch.manualNoPhone')
  const rowOf = (fleet: Fleet) => {
    const figures = figuresOf(fleet.id)
    const told = [words.cars(figures), words.eta(figures), words.range(figures)].filter((text) => text !== '')
    return {
      id: fleet.id,
      label: fleet.fleetLongName,
      ...(told.length > 0 && { beside: told.map((text) => <span key={text}>{text}</span>) }),
      ...(!fleet.protocolDispatch && { below: manualWords(fleet) }),
    }
  }
  return (
    <div>
      <PickList
        {...props}
        value={chosen?.id ?? null}
        onChange={onChange}
        filterLabel={t('booking.filterFleets')}
        empty={t('booking.noFleet')}
        rows={shown.map(rowOf)}
        filter={{ typed: filter.typed, type }}
        {...(pageSize !== undefined && {
          pages: { page: filter.page, size: pageSize, total: found.length, onPage: filter.setPage },
        })}
      />
      {radius.isAsked && (
        <Group gap="xs" mt={6} align="center" wrap="nowrap">
          <Text size="xs" flex="none" aria-hidden="true">
            {t('booking.dispatch.withinShort')}
          </Text>
          <TextInput
            size="xs"
            w={64}
            flex="none"
            inputMode="decimal"
            aria-label={t('booking.dispatch.within')}
            value={radius.typed}
            error={radius.km === undefined}
            onChange={({ target }) => {
              radius.type(target.value)
              filter.setPage(0)
            }}
          />
          <Text size="xs">
            {radius.km === undefined ? t('fleetMap.radiusProblem') : t('booking.dispatch.kmOfPickup')}
            {farther > 0 && ` · ${t('booking.dispatch.farther', { count: farther })}`}
          </Text>
        </Group>
      )}
      <Text size="sm" mt={6} role="status">
        {chosen && t('booking.dispatch.chosen', { fleet: chosen.fleetLongName })}
      </Text>
    </div>
  )
}
