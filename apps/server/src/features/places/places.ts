import type { places } from '@parada/contract/calls/places'
import type { QueryOf } from '@parada/contract/kit'
import type { Tx } from '@parada/db/open'
import { readAuthorization } from '@parada/db/queries/authorizations'
import { middleOfFleets, pastPlaces } from '@parada/db/queries/places'
import { anyOf, type Grants, isGranted, mayAccess } from '@parada/domain/access/permissions'
import { poisAllowed } from '@parada/domain/access/values'
import { accountsToBookFor, isAmong } from '@parada/domain/authorization/access'
import { readStops } from '@parada/domain/booking/lists'
import { mapDefaults, type Point, straightLineMetres } from '@parada/domain/places/geo'
import { nearFirst, withoutFarHouses, withoutFarStreets } from '@parada/domain/places/match'
import { encodePath } from '@parada/domain/places/polyline'
import { isFromProvider, mergeSuggestions, nearnessOf, type Suggestion } from '@parada/domain/places/suggestions'
import type { FastifyBaseLogger } from 'fastify'
import type { ActingUser } from '../../booking/access.ts'
import { pastRidesReach } from '../../booking/past-rides.ts'
import { combined } from '../../geo/combined.ts'
import { gazetteer } from '../../geo/gazetteer.ts'
import type { Geocoder } from '../../geo/geocoder.ts'
import type { Handlers, SignedIn } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import { wayBetween } from '../../roads/way-between.ts'

type Asker = { tx: Tx; tenant: { id: number }; user: SignedIn; log: FastifyBaseLogger }
type NearbyQuery = QueryOf<typeof places.suggested>

const mostSuggested = 20
const deadline = () => AbortSignal.timeout(750)

/** Users who take bookings must know where a caller rides to; others know only the authorizations they book with. */
const takesBookings = (grants: Grants) =>
  mayAccess(
    grants,
    anyOf('dispatchServiceByFleet', 'editServiceByFleet', 'editServiceDeadByFleet', 'editServiceToInvoiceByFleet'),
  )

const pointOf = ({ lat, lon }: { lat?: number | undefined; lon?: number | undefined }): Point | undefined =>
  lat && lon ? { lat, lon } : undefined

/** The payment account of the authorization, if the user may book with it. */
const accountOf = async (asker: Asker, idAuthorization: number) => {
  const { tx, tenant, user } = asker
  const found = await readAuthorization(tx, tenant.id, idAuthorization)
  const accounts = takesBookings(user.grants) ? 'all' : accountsToBookFor(user.grants, logUnreadable(asker))
  if (!found || !isAmong(accounts, found.idPaymentAccount)) throw refuse.notFound()
  return found.idPaymentAccount
}

const history = async (acting: ActingUser, query: NearbyQuery): Promise<Suggestion[]> => {
  const { tx, tenant, user } = acting
  const { idCaller, idAuthorization, q, queryAsDestination } = query
  if (idCaller === undefined && idAuthorization === undefined) return []
  const end = queryAsDestination === 'true' ? 'destination' : 'origin'
  const { fleets: own, areOthersTold } = await pastRidesReach(acting, query)
  const fleets = areOthersTold ? 'all' : own
  const search = { idCaller, idAuthorization, fleets, end, typed: q, most: mostSuggested } as const
  const past = await pastPlaces(tx, tenant.id, search)
  const near = pointOf(query)
  const allowed = poisAllowed(user.grants)
  return past.map(({ isPoi, idPoi, ...place }) => {
    // The customer rode there, so a user who may not see the point of interest gets it as a plain address.
    const isShown = isPoi && (allowed === 'all' || (idPoi !== null && allowed.has(idPoi)))
    return {
      ...place,
      name: '',
      isPoi: isShown,
      idPoi: isShown ? idPoi : null,
      source: 'history',
      distanceMeters: near ? Math.round(straightLineMetres(near, place)) : null,
    }
  })
}

/** More stops than any ride has. */
const mostPoints = 25

const nearWords = { en: 'Near', es: 'Cerca de' }

const speaks = (header: string | string[] | undefined): keyof typeof nearWords =>
  String(header ?? '')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'es'

/** The providers are asked in addition to the gazetteer. */
export const placeHandlers = (providers: readonly Geocoder[]): Handlers<typeof places> => {
  const geocoderFor = ({ tx, tenant, user }: Asker, idPaymentAccount?: number) => {
    const maySeeBackup = isGranted(user.grants, 'viewNominatimBackup')
    return combined(
      gazetteer(tx, tenant.id, { ids: poisAllowed(user.grants), idPaymentAccount }),
      providers.filter(({ isBackup }) => !isBackup || maySeeBackup),
    )
  }

  const search = async (asker: Asker, typed: string, origin?: Point, idPaymentAccount?: number) => {
    if (typed.trim() === '') return []
    const near = origin ?? (await middleOfFleets(asker.tx, asker.tenant.id)) ?? mapDefaults.centre
    return geocoderFor(asker, idPaymentAccount).search(typed, near, deadline())
  }

  /**
   * Gives the payment account of the authorization, if any. The rides of a caller are only for users who take bookings.
   */
  const customerOf = async (asker: Asker, { idCaller, idAuthorization }: NearbyQuery) => {
    if (idCaller !== undefined && !takesBookings(asker.user.grants)) throw refuse.forbidden()
    return idAuthorization === undefined ? undefined : ((await accountOf(asker, idAuthorization)) ?? undefined)
  }

  return {
    address: async (context) => {
      const { query } = context.body
      return { suggestedAddresses: nearFirst(withoutFarStreets(query, await search(context, query))) }
    },

    suggested: async (context) => {
      await customerOf(context, context.query)
      return { suggestedAddresses: mergeSuggestions(await history(context, context.query)) }
    },

    search: async (context) => {
      const { radius, ...query } = context.query
      const { q = '' } = query
      const account = await customerOf(context, query)
      const found = withoutFarStreets(q, await search(context, q, pointOf(query), account), radius)
      const meant = radius === undefined ? nearFirst(withoutFarHouses(q, found)) : nearFirst(found, radius)
      const past = q.trim() === '' ? [] : await history(context, query)
      return { suggestedAddresses: mergeSuggestions(past, meant) }
    },

    way: async ({ query }) => {
      const points = readStops(query.points)
      if (!points || points.length < 2 || points.length > mostPoints)
        throw refuse.field('points', `points: must be 2 to ${mostPoints} comma-separated lat,lon pairs`)
      const { metres, seconds, path, source } = await wayBetween(points)
      return {
        way: { distanceMeters: metres, durationSeconds: Math.round(seconds), path: encodePath(path), source },
      }
    },

    reverse: async (context) => {
      const { lat, lon } = context.query
      const found = await geocoderFor(context).reverse({ lat, lon }, deadline())
      if (!found) throw refuse.notFound('Unable to geocode')
      const { displayName, ...rest } = found
      const isNear = !isFromProvider(found.source) && nearnessOf(found.distanceMeters) === 'near'
      const words = nearWords[speaks(context.headers['accept-language'])]
      return { ...rest, display_name: isNear ? `${words} ${displayName}` : displayName }
    },
  }
}
