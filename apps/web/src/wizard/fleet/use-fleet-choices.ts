import { fleets as fleetCalls } from '@parada/contract/calls/fleets'
import { type FleetPrice, prices as priceCalls } from '@parada/contract/calls/prices'
import type { Fleet } from '@parada/contract/entities'
import { type Grants, isGranted, type PermissionKey } from '@parada/domain/access/permissions'
import { mayAddFleet, mayUseFleet } from '@parada/domain/access/values'
import { isPlaceComplete } from '@parada/domain/booking/places'
import { isCovered } from '@parada/domain/places/area'
import type { Point } from '@parada/domain/places/geo'
import type { Draft, WizardVariant } from '@parada/domain/wizard/draft'
import { stopsText } from '@parada/domain/wizard/sending'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useSessionState } from '../../session/use-session.ts'

const none: Grants = new Map()

/** The permission whose fleets a variant may choose among. */
const permissionFor = (variant: WizardVariant, grants: Grants): PermissionKey => {
  if (variant === 'historic') return 'editServiceByFleet'
  if (variant === 'to-invoice')
    return isGranted(grants, 'editServiceToInvoiceByFleet') ? 'editServiceToInvoiceByFleet' : 'dispatchServiceByFleet'
  if (isGranted(grants, 'dispatchServiceToAnyFleet')) return 'dispatchServiceToAnyFleet'
  return isGranted(grants, 'dispatchServiceByFleet') ? 'dispatchServiceByFleet' : 'addFleetByPA'
}

/** Whether there is any fleet to book with: of one's own, or of the account that pays. */
export const hasFleetsFor = (variant: WizardVariant, grants: Grants, idPaymentAccount: number | null | undefined) => {
  const permission = permissionFor(variant, grants)
  return permission === 'addFleetByPA'
    ? mayAddFleet(grants, idPaymentAccount, () => undefined)
    : isGranted(grants, permission)
}

const mayPrice = (grants: Grants, idFleet: number) =>
  isGranted(grants, 'dispatchServiceToAnyFleet') || mayUseFleet(grants, 'dispatchServiceByFleet', idFleet)

const freshMs = 20_000
/** Asking every fleet of a country where its cars are helps nobody. */
export const mostAsked = 6

/** What makes the price of a ride. */
export type RideToPrice = Pick<Draft, 'origin' | 'destination' | 'asap' | 'start' | 'priceCustomerTotal'> & {
  stops: string
  idAuthorization: number | null
}

export type FleetChoice = {
  fleet: Fleet
  isCovering: boolean
  availability: { cars: number; etaMinutes: number | null } | undefined
  price: FleetPrice | undefined
}

const useFleets = (draft: Draft, origin: Point | undefined, isAsked: boolean) => {
  const client = useClient()
  const grants = useSessionState((state) => state.grants) ?? none
  const permission = permissionFor(draft.variant, grants)
  const account = permission === 'addFleetByPA' && { idPaymentAccount: draft.customer?.idPaymentAccount ?? undefined }
  return useQuery({
    queryKey: ['wizard', 'fleets', permission, origin, account],
    queryFn: ({ signal }) =>
      client(fleetCalls.withPermission, {
        params: { permission },
        query: { originLat: origin?.lat, originLon: origin?.lon, ...account },
        signal,
      }),
    enabled: isAsked,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
}

/** One call prices the ride with every fleet: the session knows them before the list of fleets has come. */
export const usePrices = (ride: RideToPrice, isAsked: boolean) => {
  const client = useClient()
  const own = useSessionState((state) => state.fleets)
  const grants = useSessionState((state) => state.grants) ?? none
  const ids = (own ?? []).filter(({ id, status }) => status === 1 && mayPrice(grants, id)).map(({ id }) => id)
  const isAllowed = useMay(priceCalls.priceEngine) && ids.length > 0
  const { origin, destination, stops, asap, start, idAuthorization, priceCustomerTotal } = ride
  const booking = {
    origin: origin ?? {},
    destination: isPlaceComplete(destination) ? destination : null,
    stops,
    fleetsFiltered: ids.join(','),
    asap,
    timeBookingStart: asap ? null : start,
    idAuthorization,
    ...(priceCustomerTotal !== null && { priceCustomerTotal }),
  }
  return useQuery({
    queryKey: ['wizard', 'prices', booking],
    queryFn: ({ signal }) => client(priceCalls.priceEngine, { body: { booking }, signal }),
    enabled: isAsked && isAllowed,
    staleTime: freshMs,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

export const useAvailabilities = (idFleets: readonly number[], origin: Point | undefined) => {
  const client = useClient()
  const queries = useQueries({
    queries: idFleets.map((id) => ({
      queryKey: ['wizard', 'availability', id, origin],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client(fleetCalls.carAvailability, {
          params: { id },
          query: { originLat: origin?.lat as number, originLon: origin?.lon as number },
          signal,
        }),
      staleTime: freshMs,
      retry: false,
    })),
  })
  return new Map(queries.map(({ data }, index) => [idFleets[index] as number, data?.carAvailability]))
}

/** The fleets of step 3, those that cover the origin first, with what each can say about this ride. */
export const useFleetChoices = (draft: Draft) => {
  const isAsked = draft.step === 3 && isPlaceComplete(draft.origin)
  const origin = useMemo(() => (isPlaceComplete(draft.origin) ? (draft.origin as Point) : undefined), [draft.origin])
  const point = useMemo(() => origin && { lat: origin.lat, lon: origin.lon }, [origin])
  const fleets = useFleets(draft, point, isAsked)
  const idAuthorization = draft.customer?.idAuthorization ?? null
  // Where an end is known by its town alone, so is the way.
  const isWayKnown = ![draft.origin, draft.destination, ...draft.stops].some((place) => place?.isApproximate)
  const destination = isWayKnown ? draft.destination : null
  const prices = usePrices({ ...draft, destination, stops: stopsText(draft.stops), idAuthorization }, isAsked)
  const found = useMemo(() => {
    const alive = (isAsked ? (fleets.data?.fleets ?? []) : []).filter(({ status }) => status === 1 || status == null)
    return alive.map((fleet) => ({ fleet, isCovering: point !== undefined && isCovered(point, fleet as never) }))
  }, [isAsked, fleets.data, point])
  // Where the cars are now says nothing about a ride that was driven.
  const isToCome = draft.variant === 'new-booking'
  const isOwn = permissionFor(draft.variant, useSessionState((state) => state.grants) ?? none) !== 'addFleetByPA'
  const asked = isToCome && isOwn ? found.filter(({ isCovering }) => isCovering).slice(0, mostAsked) : []
  const availabilities = useAvailabilities(
    asked.map(({ fleet }) => fleet.id),
    point,
  )
  const priceOf = new Map(prices.data?.prices.map((price) => [price.idFleet, price]))
  const choices: FleetChoice[] = found.map(({ fleet, isCovering }) => ({
    fleet,
    isCovering,
    availability: availabilities.get(fleet.id),
    price: priceOf.get(fleet.id),
  }))
  return {
    choices,
    isLoading: isAsked && fleets.isPending,
    failure: fleets.error?.message,
    retry: fleets.refetch,
    priceFailure: prices.error?.message,
  }
}

export type FleetChoices = ReturnType<typeof useFleetChoices>
