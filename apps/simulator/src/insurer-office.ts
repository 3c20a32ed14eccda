import { messageOf } from '@parada/domain/errors'
import type { Clock } from './clock.ts'
import { makeRandom, seedOf } from './random.ts'
import { signedLine } from './signed-line.ts'
import type { PlayedInsurer } from './simulator-config.ts'
import type { Tally } from './tally.ts'
import type { Spot } from './trip-lives.ts'
import type { Traveller } from './trip-office.ts'

type Office = {
  api: string
  played: PlayedInsurer
  clock: Clock
  seed: number
  faults: number
  tally: Tally
  people: readonly Traveller[]
  spots: readonly Spot[]
}

/** Interval between the posts of one insurer, in seconds. */
const postsEvery = 240
const kinds = ['Avería', 'Accidente', 'Pinchazo', 'Asistencia en viaje']
/** Mistakes that insurers make now and then. */
const mistakes = [{ coordenadaX: null, coordenadaY: null }, { telefono: '' }, { features: [999] }]
const mistakeShare = 0.1
const cancelShare = 0.1

/** Plays one insurer, which posts cases of people who break down. */
export const openInsurerOffice = ({ api, played, clock, seed, faults, tally, people, spots }: Office) => {
  const { subdomain, id, name, secret } = played
  const random = makeRandom(seedOf(seed, 'insurer', subdomain, id))
  const line = signedLine(api, subdomain, { kind: 'insurer', id, secret })
  const stopping = new AbortController()
  const { signal } = stopping

  const post = async () => {
    const [from, to, person] = [random.pick(spots), random.pick(spots), random.pick(people)]
    if (!from || !to) return
    const named = { codExpediente: `S${id}-${clock.now().toString(36).toUpperCase()}`, numServicio: '1' }
    await line.tell(
      'cases',
      {
        ...{ ...named, at: clock.now(), tipoExpediente: random.pick(kinds), pais: 'España', asap: true },
        ...{ coordenadaX: from.lon, coordenadaY: from.lat, localizacionVehiculo: from.addressField },
        ...{ coordenadaXDest: to.lon, coordenadaYDest: to.lat, direccionTraslado: to.addressField },
        ...{ conductor: person?.customerName ?? 'Eva Prueba', telefono: person?.customerPhone ?? '600000001' },
        ...(random.chance(mistakeShare * faults) && random.pick(mistakes)),
      },
      { signal },
    )
    tally.count('cases posted')
    if (!random.chance(cancelShare)) return
    await line.tell(
      'cases/cancel',
      { ...named, at: clock.now(), reason: 'El asegurado ha resuelto la avería' },
      { signal },
    )
    tally.count('cases cancelled')
  }

  const run = async () => {
    while (!signal.aborted) {
      await clock.pause(random.until(1 / postsEvery), signal).catch(() => {})
      if (signal.aborted) return
      await post().catch((error: unknown) => {
        if (!signal.aborted) tally.warn(`${subdomain} ${name}: ${messageOf(error)}`)
      })
    }
  }
  let running: Promise<void> | undefined
  return {
    run: () => {
      running = run()
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
