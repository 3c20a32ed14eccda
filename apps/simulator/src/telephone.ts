import { callers } from '@parada/contract/calls/callers'
import { fleets } from '@parada/contract/calls/fleets'
import { phoneCalls } from '@parada/contract/calls/phone-calls'
import { places } from '@parada/contract/calls/places'
import { pois } from '@parada/contract/calls/pois'
import { services } from '@parada/contract/calls/services'
import type { Fleet } from '@parada/contract/entities'
import type { AnswerOf } from '@parada/contract/kit'
import { phoneNumbersToReceive } from '@parada/domain/access/values'
import { minutes } from '@parada/domain/booking/duration'
import { bookingStatus } from '@parada/domain/codes'
import { isCovered } from '@parada/domain/places/area'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { askOnce, type User } from './client.ts'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'

type Line = {
  api: string
  user: User
  telephoneKey: string
  /** Fleets to pick a place of departure from; each is listed once more for every live booking it has. */
  busy: readonly Fleet[]
  random: Random
  tally: Tally
}
type Caller = AnswerOf<typeof callers.search>['rows'][number]
type Spot = Point & { addressField: string; isPoi: boolean; idPoi?: number | null }

const callersAtOnce = 100
/** After so many calls other people ring. */
const callsPerPage = 40
const rideMetres = { least: 900, most: 20_000 }
const entryChannels = [20, 20, 20, 20, 10, 11, 12]
const paymentMethods = [11, 11, 11, 10, 13]
const notes = ['', '', '', '', 'Llamar al llegar', 'Lleva dos maletas', 'Espera en el portal']
const step = minutes(5)

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

/** People who ring a tenant's numbers, and the bookings that its automatic operator makes for them. */
export const openLine = ({ api, user, telephoneKey, busy, random, tally }: Line) => {
  let page: { rows: readonly Caller[]; left: number; of: number } = { rows: [], left: 0, of: 1 }
  let known: Promise<Spot[]> | undefined

  const knownPlaces = () => {
    known ??= user
      .ask(pois.all)
      .then(({ pois: found }) =>
        found.map(({ id, addressField, lat, lon }) => ({ addressField, lat, lon, isPoi: true, idPoi: id })),
      )
    known.catch(() => {
      known = undefined
    })
    return known
  }

  /** A known caller, or now and then undefined for an unknown one. */
  const nextCaller = async (): Promise<Caller | undefined> => {
    if (page.left === 0) {
      const query = { resultsPerPage: callersAtOnce, pageNumber: random.whole(0, page.of - 1) }
      const { rows, totalQueryCount } = await user.ask(callers.search, { query })
      page = { rows, left: callsPerPage, of: Math.max(1, Math.floor(totalQueryCount / callersAtOnce)) }
    }
    page.left--
    return random.chance(0.15) ? undefined : random.pick(page.rows)
  }

  const ring = async () => {
    const caller = await nextCaller()
    const phone = caller?.phoneNumber ?? `60002${String(random.whole(0, 9_999)).padStart(4, '0')}`
    const dialled = random.pick(phoneNumbersToReceive(await user.grants()))
    if (!dialled) return undefined
    await askOnce(api, user.subdomain, phoneCalls.incoming, {
      headers: { 'x-api-key': telephoneKey },
      body: { phoneNumberOrigin: phone, phoneNumberDialed: dialled },
    })
    tally.count('calls')
    return { caller, phone, dialled }
  }

  const usualPlace = async (caller: Caller | undefined): Promise<Spot | undefined> => {
    if (!caller || !random.chance(0.5)) return undefined
    const { suggestedAddresses } = await user.ask(places.suggested, { query: { idCaller: caller.id } })
    const [first] = suggestedAddresses
    return (
      first && {
        addressField: first.addressField,
        lat: first.lat,
        lon: first.lon,
        isPoi: first.isPoi,
        idPoi: first.idPoi,
      }
    )
  }

  /** A random place, more often where there are more bookings. */
  const somewhere = async () => {
    const all = await knownPlaces()
    const { geoAreaOrigin = [] } = random.pick(busy) ?? {}
    return random.pick(all.filter((place) => isCovered(place, { ...place, geoAreaOrigin }))) ?? random.pick(all)
  }

  const destinationFrom = async (origin: Point) => {
    const near = (await knownPlaces()).filter((place) => {
      const metres = straightLineMetres(origin, place)
      return metres >= rideMetres.least && metres <= rideMetres.most
    })
    return random.pick(near)
  }

  const fleetsFor = async ({ lat, lon }: Point) => {
    const { fleets: found } = await user.ask(fleets.withPermission, {
      params: { permission: 'dispatchServiceByFleet' },
      query: { originLat: lat, originLon: lon },
    })
    return found.filter(({ geoAreaOrigin }) => isCovered({ lat, lon }, { lat, lon, geoAreaOrigin })).slice(0, 3)
  }

  /** Some want a taxi now, others later, up to three hours from now. */
  const startTime = () => {
    const now = Date.now()
    const asap = random.chance(0.6)
    const start = asap ? now : Math.ceil((now + minutes(random.between(20, 180))) / step) * step
    return { asap, timeBookingStart: start }
  }

  type Ringing = NonNullable<Awaited<ReturnType<typeof ring>>>

  const book = async ({ caller, phone, dialled }: Ringing) => {
    const origin = (await usualPlace(caller)) ?? (await somewhere())
    const destination = origin && (await destinationFrom(origin))
    const able = origin ? await fleetsFor(origin) : []
    const [fleet] = able
    if (!origin || !destination || !fleet) return undefined
    const [first, last] = [caller?.firstName ?? '', caller?.lastName ?? '']
    const draft = {
      status: bookingStatus.created,
      entryChannel: random.pick(entryChannels),
      paymentMethod: random.pick(paymentMethods),
      ...startTime(),
      origin,
      destination,
      passengerName: `${first} ${last}`.trim(),
      phoneNumberPassenger: phone,
      phoneNumberDialed: dialled,
      notes: random.pick(notes),
      ...(caller && { idCaller: caller.id }),
      ...(first && random.chance(0.1) && { emailPassenger: `${plain(first)}.${plain(last)}@pasajeros.example` }),
    }
    const { booking } = await user.ask(services.act, { params: { action: 'create' }, body: { booking: draft } })
    const toFleet = { idFleet: fleet.id, fleetsFiltered: able.map(({ id }) => id).join(',') }
    await user.ask(services.act, {
      params: { action: 'confirm' },
      body: { booking: { id: booking.id, version: booking.version, phoneNumberPassenger: phone, ...toFleet } },
    })
    tally.count('bookings')
    return booking.id
  }

  return { ring, book }
}
