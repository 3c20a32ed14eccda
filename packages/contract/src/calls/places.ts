import { anyOf } from '@parada/domain/access/permissions'
import { suggestionSources } from '@parada/domain/places/suggestions'
import { waySources } from '@parada/domain/places/way'
import { z } from 'zod'
import { call, id } from '../kit.ts'
import { WholePhone } from '../phone.ts'
import { lat, lon, maybeId } from '../schemas.ts'

export const SuggestedAddress = z.object({
  addressField: z.string(),
  name: z.string(),
  lat,
  lon,
  isPoi: z.boolean(),
  idPoi: maybeId,
  source: z.enum(suggestionSources),
  distanceMeters: z.int().nullish(),
  isApproximate: z.boolean().optional(),
})
export type SuggestedAddress = z.output<typeof SuggestedAddress>

const Suggestions = z.object({ suggestedAddresses: z.array(SuggestedAddress) })

/** One query for suggestions and search (O2-20); zero coordinates mean that no point is set. */
const around = z.strictObject({
  lat: z.coerce.number().min(-90).max(90).optional(),
  lon: z.coerce.number().min(-180).max(180).optional(),
  idAuthorization: id.optional(),
  idCaller: id.optional(),
  q: z.string().max(200).optional(),
  queryAsDestination: z.enum(['true', 'false']).optional(),
})

const ReversePlace = z.object({
  display_name: z.string(),
  name: z.string(),
  address: z.record(z.string(), z.string()),
  lat,
  lon,
  source: z.enum(suggestionSources),
  distanceMeters: z.int().nullish(),
  isApproximate: z.boolean().optional(),
})

const FoundWay = z.object({
  distanceMeters: z.int(),
  durationSeconds: z.int().describe('On empty streets'),
  path: z.string().describe('The way as an encoded path'),
  source: z.enum(waySources).describe('line: nobody knows the way, and the straight line times 1.6 stands for it'),
})

export const places = {
  address: call({
    method: 'POST',
    path: '/places/:sd/address',
    access: 'signedIn',
    summary: 'Looks an address up, around the middle of the tenant’s fleets',
    body: z.strictObject({ query: z.string().max(200), entryChannel: z.int().min(0).max(1_000) }),
    response: Suggestions,
  }),
  suggested: call({
    method: 'GET',
    path: '/places/:sd/suggested',
    access: anyOf(
      'dispatchServiceByFleet',
      'editServiceByFleet',
      'editServiceDeadByFleet',
      'editServiceToInvoiceByFleet',
      'viewAllAuthorizations',
    ),
    summary: 'Where the rides of a caller and of an authorization usually and lately began or, asked so, ended',
    query: around.extend({ phoneNumber: WholePhone.optional() }),
    response: Suggestions,
  }),
  search: call({
    method: 'GET',
    path: '/places/:sd/search',
    access: 'signedIn',
    summary:
      'Places by what was typed: where the caller or authorization rode from or to, points of interest, saved addresses, known places; the nearest first',
    // In km (O2-19). It orders the results; only shipped streets farther away are left out.
    query: around.extend({ radius: z.coerce.number().min(1).max(1_000).optional() }),
    response: Suggestions,
  }),
  reverse: call({
    method: 'GET',
    path: '/reverse',
    access: 'signedIn',
    summary: 'The address at a point; the tenant is that of the token',
    params: z.object({}),
    query: z.strictObject({
      format: z.literal('jsonv2').optional(),
      lat: z.coerce.number().min(-90).max(90),
      lon: z.coerce.number().min(-180).max(180),
    }),
    response: ReversePlace,
  }),
  way: call({
    method: 'GET',
    path: '/places/:sd/way',
    access: 'signedIn',
    summary: 'The quickest way by car from each point to the next',
    query: z.strictObject({ points: z.string().max(1_000).describe('lat,lon pairs with commas between') }),
    response: z.object({ way: FoundWay }),
  }),
}
