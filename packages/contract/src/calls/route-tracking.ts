import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { BookingBreak } from '../booking.ts'
import { JournalLine } from '../journal.ts'
import { call, id, withParams } from '../kit.ts'
import { code, fields, flag, list, number, numbered, rowOf, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'
import { lat, lon } from '../schemas.ts'

const access = anyOf('viewRouteTrackingByPA')
const one = withParams({ id })

const name = text.notSorted
const perhaps = number.nullable.notSorted
const info = name.notFiltered

/** Account fields of the route and of its authorization. */
const breaks = {
  ...numbered('authorizationBreakValue', 10, info),
  ...numbered('bookingBreakValue', 9, info),
}

/** A recorded route (document 3, section 3). Only the detail has its path, which would bloat the lists. */
const routeFields = fields({
  id: number,
  distanceType: code('routeDistanceType').notSorted,
  status: code('routeStatus').notSorted,
  globalStatus: code('routeGlobalStatus').notSorted,
  idExport: perhaps,
  originAddressString: name,
  destinationAddressString: name,
  distanceMeters: number.nullable,
  timeStart: time,
  idUser: perhaps,
  customerName: name,
  idAuthorization: perhaps,
  idPaymentAccount: perhaps,
  shared: flag.notSorted,
  ...breaks,
})

export const RouteDetail = rowOf(routeFields).extend({
  version: z.int(),
  timeEnd: z.int().nullable(),
  fault: rowOf({ fault: code('routeFault') }).shape.fault.nullable(),
  /** The encoded path, and the seconds after the start at each of its points; either may be empty. */
  routeWayPoints: z.string(),
  routeWayTimes: z.string(),
  routeTrackingStopList: z.array(z.object({ lat, lon })),
  /** The account fields that the account asks for, with the values known so far. */
  bookingBreaks: z.array(BookingBreak),
  /** The account's authorization form, as JSON. */
  authorizationForm: z.string(),
})
export type RouteDetail = z.output<typeof RouteDetail>

export type RouteChange = JournalLine

const Value = z.string().trim().max(200).optional()
const written = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((one) => [one, Value])) as Record<Name, typeof Value>

const routeList = list({
  path: '/routeTracking/:sd',
  access,
  summary: 'Routes that users recorded with the app, of the payment accounts that the reader sees',
  key: 'routeTrackingList',
  fields: routeFields,
  range: { by: 'timeStart', maxDays: 120 },
  export: { title: 'screens.routeTracking' },
})

export const routeTracking = {
  list: routeList,
  export: exportOf(routeList),
  read: call({
    method: 'GET',
    path: '/routeTracking/:sd/:id',
    access,
    summary: 'One route with its path, the breaks that its account asks for, and its journal',
    params: one,
    response: z.object({ routeTracking: RouteDetail, journal: z.array(JournalLine) }),
  }),
  update: call({
    method: 'PUT',
    path: '/routeTracking/:sd/:id',
    access,
    summary:
      'Fills the breaks of a route: once nothing is missing it waits to be sent. A version that others have changed since is refused with what they changed.',
    params: one,
    body: z.strictObject({
      version: z.int32(),
      ...written(Object.keys(breaks) as (keyof typeof breaks)[]),
    }),
    mayBeUndone: true,
    response: z.object({ routeTracking: RouteDetail }),
  }),
}
