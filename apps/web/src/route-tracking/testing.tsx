import type { RouteChange, RouteDetail } from '@parada/contract/calls/route-tracking'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import { Route as list } from '../screens/_shell/routeTracking.tsx'
import { Route as detail } from '../screens/_shell/routeTracking_.$id.tsx'
import { type Answers, type CallInput, type Options, openScreens } from '../testing/open-screens.tsx'
import { now } from '../testing/records.ts'

const numbered = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at + 1}`, '']))

/** A route as a row of the list. */
export const row = {
  id: 100_001,
  distanceType: 3,
  status: 200,
  globalStatus: 2,
  idExport: null,
  originAddressString: 'Puerta del Sol, Madrid',
  destinationAddressString: 'Atocha, Madrid',
  distanceMeters: 1_850,
  timeStart: now,
  idUser: 100_007,
  customerName: 'Eva Gil',
  idAuthorization: 10_201,
  idPaymentAccount: 105,
  shared: false,
  ...numbered('authorizationBreakValue', 10),
  ...numbered('bookingBreakValue', 9),
}

export const path = [
  { lat: 40.4169, lon: -3.7035 },
  { lat: 40.4119, lon: -3.6965 },
  { lat: 40.4119, lon: -3.6965 },
  { lat: 40.4066, lon: -3.6895 },
]

export const route = {
  ...row,
  version: 3,
  timeEnd: now + 600_000,
  fault: null,
  routeWayPoints: encodePath(path),
  routeWayTimes: encodeNumbers([0, 60, 120, 240]),
  routeTrackingStopList: [{ lat: 40.4119, lon: -3.6965 }],
  bookingBreaks: [
    { id: 1, type: 'text', label: 'Motivo', mandatory: true, value: '' },
    { id: 2, type: 'text', label: 'Observaciones', mandatory: false, value: '' },
  ],
  authorizationForm: JSON.stringify({
    authorizationBreak1: { title: 'Proyecto', regex: String.raw`^OT-\d{2}$` },
    authorizationBreak2: { title: 'Departamento', listValues: ['Ventas', 'Obras'] },
  }),
} as RouteDetail

export const line = (change: Partial<RouteChange>): RouteChange => ({
  id: 1,
  version: 1,
  at: now,
  action: 'started',
  who: 'App de rutas',
  before: {},
  after: { status: 100 },
  ...change,
})

/** Responds with the route after the change that was sent. */
export const saved =
  (change: Partial<RouteDetail> = {}) =>
  ({ body }: CallInput) => {
    const { version: _, ...values } = body ?? {}
    return { routeTracking: { ...route, ...values, ...change, version: route.version + 1 } }
  }

const standard: Answers = {
  'GET /routeTracking/:sd': { rows: [row], totalQueryCount: 1 },
  'GET /routeTracking/:sd/:id': { routeTracking: route, journal: [line({})] },
  'PUT /routeTracking/:sd/:id': saved(),
  'POST /services/:sd/undo': { bookings: [] },
}

const elsewhere = { '/users/userDetail/$id': 'A user', '/authorizations/all/$id': 'An authorization' }
const openRoutes = openScreens({
  routes: { '/routeTracking': list, '/routeTracking/$id': detail },
  elsewhere,
  standard,
})

export const open = (at: string, options: Options = {}) => {
  const view = openRoutes(at, options)
  return { ...view, told: view.colored }
}
