import { setTimeout as wait } from 'node:timers/promises'
import type { KeptInstallation } from './kept.ts'

const day = 86_400_000
/** Live bookings per caller at a time: few enough for the desks' lists to hold all of them on one screen. */
const mostAlive = 4

type BookingAnswer = { booking: { id: number } }

/**
 * Callers who book and cancel without a pause, and retry unanswered requests with the same key, as the web application
 * does. The passenger's name identifies each booking.
 */
export const openCallers = ({ ask }: KeptInstallation, count: number, name: string) => {
  /** The booking of each passenger, once it has been acknowledged. */
  const acknowledged = new Map<string, number>()
  const callers = Array.from({ length: count }, (_, at) => ({ at, booked: 0, alive: [] as number[] }))

  const insist = async <Answer>(method: string, path: string, body: object) => {
    const key = crypto.randomUUID()
    for (;;) {
      const told = await ask<Answer>(method, path, { key, body }).catch(() => undefined)
      if (told && told.status < 400) return told.response
      // A request that was cut off may still be under way, or may have succeeded.
      if (told?.status === 409 && method === 'PUT') return told.response
      if (told && told.status !== 409 && told.status < 500) throw new Error(`${method} ${path} answered ${told.status}`)
      await wait(100)
    }
  }

  const book = async (passengerName: string) => {
    const { booking } = await insist<BookingAnswer>('POST', '/services/demo/create', {
      booking: {
        status: 5,
        entryChannel: 20,
        paymentMethod: 11,
        timeBookingStart: Date.now() + day,
        asap: false,
        origin: { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 },
        destination: { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 },
        passengerName,
      },
    })
    await insist('POST', '/services/demo/confirm', {
      booking: { id: booking.id, idFleet: 29, phoneNumberPassenger: '600000001' },
    })
    acknowledged.set(passengerName, booking.id)
    return booking.id
  }

  return {
    acknowledged,
    /** Keeps the callers working until the event is over and all they have begun is done. */
    during: async <T>(event: () => Promise<T>) => {
      let isOver = false
      const work = callers.map(async (caller) => {
        while (!isOver) {
          caller.booked += 1
          caller.alive.push(await book(`${name} ${caller.at}-${caller.booked}`))
          if (caller.alive.length <= mostAlive) continue
          const reason = { cancellationReasonCode: 'other', comment: 'Not needed any more' }
          await insist('PUT', `/services/demo/${caller.alive.shift()}/cancel`, reason)
        }
      })
      const outcome = await event().finally(() => {
        isOver = true
      })
      await Promise.all(work)
      return outcome
    },
  }
}
