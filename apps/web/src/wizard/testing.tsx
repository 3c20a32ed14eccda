import type { CallerRow } from '@parada/contract/customer'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { type Answers, openApp, startUpAnswers } from '../testing/open-app.tsx'
import { aliveBooking, ownFleet } from '../testing/records.ts'

export const sol = { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 }
export const atocha = { addressField: 'Atocha, Madrid', lat: 40.4066, lon: -3.6906 }

const square = 'POLYGON((-4 40, -3 40, -3 41, -4 41, -4 40))'
const far = 'POLYGON((1 1, 2 1, 2 2, 1 2, 1 1))'
export const fleet = (id: number, more: object = {}) => ({
  id,
  fleetLongName: `Fleet ${id}`,
  fleetName: `F${id}`,
  protocolDispatch: 2,
  status: 1,
  lat: 40.4,
  lon: -3.7,
  timeZone: 'Europe/Madrid',
  defaultTimePredispatch: 15,
  geoAreaOrigin: [{ description: '', geometryWKT: id < 50 ? square : far }],
  ...more,
})

export const priceWith = (idFleet: number) => ({
  idFleet,
  priceCustomerType: 1,
  priceSupplierTotal: 13.2,
  estimatedMinPrice: 11.4,
  estimatedMaxPrice: 13.9,
  currency: 'EUR',
  distanceMeters: 5_000,
  estimatedMinTimeMinutes: 10,
  estimatedMaxTimeMinutes: 15,
  details: {
    estimationDetailsSupplier: {
      estimationLines: [{ concept: 'flagFall', quantity: 1, unitPrice: 2.5, amount: 2.5 }],
      tollLines: [],
      minimumLine: null,
      totalLine: { concept: 'total', quantity: 1, unitPrice: 13.2, amount: 13.2 },
      estimatedPrice: 13.2,
      realPrice: null,
    },
  },
})

export const person: CallerRow = {
  id: 7,
  phoneNumber: '600000007',
  firstName: 'Ana',
  lastName: 'Ruiz',
  addressBilling: '',
  notesClient: '',
  isBlacklisted: false,
  idSupplier: null,
}
export const ride = {
  id: 70,
  status: 30,
  origin: sol,
  destination: atocha,
  timeBookingStartTimestamp: Date.UTC(2026, 5, 1),
  paymentMethod: 13,
}

/** Default server responses to the wizard's API calls; tests override those they are about. */
const wizardAnswers: Answers = {
  ...startUpAnswers,
  'GET /api/users/demo/self/fleets': { response: { fleets: [ownFleet(29), ownFleet(31)] } },
  'GET /api/users/demo/self/taxifeatures': {
    response: [
      { id: 1, name: 'Wheelchair' },
      { id: 104, name: 'Insurer' },
    ],
  },
  'GET /api/callers/demo/': { response: { callers: [person], authorization: [] } },
  'POST /api/callers/demo/': { status: 201, response: { id: 99 } },
  'GET /api/lastservices/demo/': { response: { services: [ride] } },
  'GET /api/places/demo/suggested': { response: { suggestedAddresses: [] } },
  'GET /api/places/demo/search': {
    response: { suggestedAddresses: [{ ...sol, name: '', isPoi: false, source: 'place' }] },
  },
  'GET /api/places/demo/way': {
    response: { way: { distanceMeters: 0, durationSeconds: 0, path: '', source: 'line' } },
  },
  'GET /api/fleets/demo/permission/dispatchServiceToAnyFleet': {
    response: { fleets: [fleet(31), fleet(29), fleet(60)] },
  },
  'GET /api/fleets/demo/permission/editServiceToInvoiceByFleet': { response: { fleets: [fleet(29)] } },
  'GET /api/fleets/demo/permission/editServiceByFleet': { response: { fleets: [fleet(29)] } },
  'GET /api/fleets/demo/29/car-availability': { response: { carAvailability: { cars: 3, etaMinutes: 4 } } },
  'GET /api/fleets/demo/31/car-availability': { response: { carAvailability: { cars: 0, etaMinutes: null } } },
  'POST /api/services/demo/priceEngine': { response: { price: priceWith(29), prices: [priceWith(29), priceWith(31)] } },
  'POST /api/services/demo/create': { response: { booking: { ...aliveBooking, id: 500, version: 1, status: 5 } } },
  'POST /api/services/demo/confirm': { response: { booking: { ...aliveBooking, id: 500, version: 2, status: 10 } } },
  'POST /api/servicehistorical/demo': {
    status: 201,
    response: { booking: { ...aliveBooking, id: 501, version: 1, status: 30 } },
  },
  'POST /api/servicetoinvoice/demo': {
    status: 201,
    response: { booking: { ...aliveBooking, id: 502, version: 1, status: 30 } },
  },
}

let sessions = 0

/** Opens a URL of the wizard in a new session. */
export const openWizard = async (path: string, answers: Answers = {}, permissions = [{ key1: '*', value: 'true' }]) => {
  vi.stubGlobal('innerWidth', 1440)
  sessionStorage.clear()
  sessionStorage.setItem('token', JSON.stringify(`secret ${++sessions}`))
  sessionStorage.setItem('permissions', JSON.stringify(permissions))
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  const own: Answers = { 'GET /api/users/demo/self/permissions': { response: { permissions } } }
  const app = await openApp(path, { ...wizardAnswers, ...own, ...answers })
  await screen.findByRole('heading', { level: 1, name: /^New |^Authorization booking$/ })
  return app
}

export type App = Awaited<ReturnType<typeof openWizard>>

/** The bodies sent to a path, one for each request. */
export const bodiesTo = ({ fetch }: App, path: string) =>
  fetch.mock.calls
    .filter(([url, init]) => String(url).split('?')[0] === path && init?.body)
    .map(([, init]) => JSON.parse(String(init?.body)))

export const keysTo = ({ fetch }: App, path: string) =>
  fetch.mock.calls
    .filter(([url]) => String(url).split('?')[0] === path)
    .map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'))

export const press = (key: string, more: object = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }))
export const pressAlt = (code: string) => press(code, { altKey: true, code })
export const pressBook = () => press('Enter', { ctrlKey: true })

export const fill = (label: RegExp | string, value: string) =>
  act(() => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))

/** The name of the field that has the focus. */
export const cursor = () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field
export const cursorAt = (field: string) =>
  waitFor(() => {
    if (cursor() !== field) throw new Error(`The cursor is at ${cursor()}, not at ${field}`)
  })

/** Repeats a past ride to get to the last step, with a fleet chosen. */
export const atStepThree = async () => {
  await screen.findByText(/^Puerta del Sol/)
  await cursorAt(document.querySelector('[data-field="phoneNumber"]') ? 'phoneNumber' : 'subscriberCode')
  await pressAlt('KeyR')
  await waitFor(() => {
    if (!document.querySelector('[data-field="idFleet"] [aria-selected="true"]'))
      throw new Error('No fleet is chosen yet')
  })
}
