/**
 * Desks in a process of their own, each kept connected by the browser's own code over real requests and a real socket.
 */
export type DesksPlan = {
  origin: string
  tokens: string[]
  topics: string[]
  /** The text to look for in the list of bookings. */
  change: string
  /** Retries as early as possible, for tests without many desks. */
  isHasty: boolean
}

export type DeskReport = {
  isLive: boolean
  /** The last time it requested credentials, was subscribed, and began to reload after a gap. */
  askedAt: number
  subscribedAt: number
  reloadedAt: number
  /** Whether the list that it loaded last contains the change. */
  showsChange: boolean
  heard: string[]
}

type Attempt = { isFirst: boolean }
type StayConnected = (options: {
  prepare: (attempt: Attempt) => Promise<{ url: string; user: string; password: string; destinations: string[] }>
  onMessage: (body: string) => void
  catchUp: (attempt: Attempt) => Promise<void>
  onState: (state: string) => void
  isServerUp: () => Promise<boolean>
  random?: () => number
}) => () => void

const { origin, tokens, topics, change, isHasty }: DesksPlan = JSON.parse(process.env.DESKS ?? '')

// The parts of a page that the browser's code needs.
Object.assign(globalThis, {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  location: { href: `${origin}/` },
})
// A thousand desks that lose their server log too much.
console.error = () => {}

// Imported by URL, because the server is compiled without the types of a page.
const address = new URL('../../../web/src/live/connection.ts', import.meta.url).href
const { stayConnected } = (await import(address)) as { stayConnected: StayConnected }

const openDesk = (token: string) => {
  const desk: DeskReport = { isLive: false, askedAt: 0, subscribedAt: 0, reloadedAt: 0, showsChange: false, heard: [] }
  const ask = async (path: string) => {
    const answer = await fetch(`${origin}/api/${path}`, { headers: { token }, signal: AbortSignal.timeout(15_000) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.text()
  }
  stayConnected({
    prepare: async () => {
      desk.askedAt = Date.now()
      const { response } = JSON.parse(await ask('users/demo/self/socket-credentials'))
      const { topicPrefix, ...given } = response.userActiveMQCredentialsMessage
      return { ...given, destinations: topics.map((topic) => topicPrefix + topic) }
    },
    onMessage: (body) => desk.heard.push(body),
    catchUp: async ({ isFirst }) => {
      desk.subscribedAt = Date.now()
      const begun = Date.now()
      const bookings = await ask('services/demo/alive/fleet')
      desk.showsChange = bookings.includes(change)
      if (!isFirst) desk.reloadedAt = begun
    },
    onState: (state) => {
      desk.isLive = state === 'live'
    },
    isServerUp: () =>
      fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ...(isHasty && { random: () => 0 }),
  })
  return desk
}

const desks: DeskReport[] = []
process.on('message', () => process.send?.(desks))
process.on('disconnect', () => process.exit())
for (const token of tokens) {
  desks.push(openDesk(token))
  await new Promise((resolve) => setTimeout(resolve, 1))
}
