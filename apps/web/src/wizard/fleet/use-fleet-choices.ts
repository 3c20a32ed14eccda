import { fleets as fleetCalls } from '@parada/contract/calls/fleets'
import { type Grants, isGranted, type PermissionKey } from '@parada/domain/access/permissions'
import { mayAddFleet } from '@parada/domain/access/values'
import { isPlaceComplete } from '@parada/domain/booking/places'
import { isCovered } from '@parada/domain/places/area'
import type { Point } from '@parada/domain/places/geo'
import type { Draft, WizardVariant } from '@parada/domain/wizard/draft'
import { stopsText } from '@parada/domain/wizard/sending'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type FleetChoice,
  freshMs,
  mostFleets,
  useAvailabilities,
  usePrices,
} from '../../booking/record/fleet-quotes.ts'
import { useClient } from '../../kit/client.ts'
import { useSessionState } from '../../session/use-session.ts'

const none: Grants = new Map()

/** The permission that decides which fleets a variant offers. */
const permissionFor = (variant: WizardVariant, grants: Grants): PermissionKey => {
  if (variant === 'historic') return 'editServiceByFleet'
  if (variant === 'to-invoice')
    return isGranted(grants, 'editServiceToInvoiceByFleet') ? 'editServiceToInvoiceByFleet' : 'dispatchServiceByFleet'
  if (isGranted(grants, 'dispatchServiceToAnyFleet')) return 'dispatchServiceToAnyFleet'
  return isGranted(grants, 'dispatchServiceByFleet') ? 'dispatchServiceByFleet' : 'addFleetByPA'
}

/** Whether there is any fleet to book with: the user's own, or those of the payment account. */
export const hasFleetsFor = (variant: WizardVariant, grants: Grants, idPaymentAccount: number | null | undefined) => {
  const permission = permissionFor(variant, grants)
  return permission === 'addFleetByPA'
    ? mayAddFleet(grants, idPaymentAccount, () => undefined)
    : isGranted(grants, permission)
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

/** The fleets of step 3, those that cover the pickup first, with each one's cars and price for this ride. */
export const useFleetChoices = (draft: Draft) => {
  const isAsked = draft.step === 3 && isPlaceComplete(draft.origin)
  const origin = useMemo(() => (isPlaceComplete(draft.origin) ? (draft.origin as Point) : undefined), [draft.origin])
  const point = useMemo(() => origin && { lat: origin.lat, lon: origin.lon }, [origin])
  const fleets = useFleets(draft, point, isAsked)
  const idAuthorization = draft.customer?.idAuthorization ?? null
  // If a place is known only by its town, the route is too uncertain to be priced.
  const isWayKnown = ![draft.origin, draft.destination, ...draft.stops].some((place) => place?.isApproximate)
  const destination = isWayKnown ? draft.destination : null
  const prices = usePrices({ ...draft, destination, stops: stopsText(draft.stops), idAuthorization }, isAsked)
  const found = useMemo(() => {
    const alive = (isAsked ? (fleets.data?.fleets ?? []) : []).filter(({ status }) => status === 1 || status == null)
    return alive.map((fleet) => ({ fleet, isCovering: point !== undefined && isCovered(point, fleet as never) }))
  }, [isAsked, fleets.data, point])
  // Where the cars are now says nothing about a ride that was already driven.
  const isToCome = draft.variant === 'new-booking'
  const isOwn = permissionFor(draft.variant, useSessionState((state) => state.grants) ?? none) !== 'addFleetByPA'
  const asked = isToCome && isOwn ? found.filter(({ isCovering }) => isCovering).slice(0, mostFleets) : []
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
