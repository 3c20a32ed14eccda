import type { OrderMessage } from '@parada/contract/calls/suppliers'
import type { Clock } from './clock.ts'

export const noon = Date.UTC(2026, 5, 10, 10)

/** A clock that jumps straight to the moment being waited for. */
export const jumpingClock = (): Clock => {
  let now = noon
  const jump = async (to: number, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    now = Math.max(now, to)
  }
  return {
    speed: 1,
    now: () => now,
    pause: (seconds, signal) => jump(now + seconds * 1_000, signal),
    until: (moment, signal) => jump(moment(), signal),
  }
}

const sol = { lat: 40.4169, lon: -3.7035 }
export const fleet = {
  id: 29,
  fleetLongName: 'Radio Taxi',
  protocolDispatch: 2,
  ...sol,
  radiusKm: 5,
  geoAreaOrigin: [{ geometryWKT: 'POLYGON((-3.8 40.3, -3.6 40.3, -3.6 40.5, -3.8 40.5, -3.8 40.3))' }],
}
export const order: OrderMessage = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  version: 2,
  idBooking: 4711,
  idFleet: 29,
  asap: true,
  timeBookingStart: noon,
  timeZone: 'Europe/Madrid',
  origin: { addressField: 'Puerta del Sol', ...sol },
  destination: { addressField: 'Atocha', lat: 40.4065, lon: -3.6895 },
  stops: '',
  passengerName: 'Eva Prueba',
  phoneNumberPassenger: '600000001',
  notes: '',
  taxiFeatures: [],
  flightNumber: '',
  pickupZone: '',
  bookingReference: '',
  paymentMethod: 11,
  enableCommitment: false,
  answerBy: null,
}
