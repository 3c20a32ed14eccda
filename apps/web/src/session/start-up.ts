import { pois } from '@parada/contract/calls/pois'
import { self } from '@parada/contract/calls/self'
import { services } from '@parada/contract/calls/services'
import { whitelabels } from '@parada/contract/calls/whitelabels'
import type { AnswerOf, Call } from '@parada/contract/kit'
import { type SessionState, withPermissions } from './session-state.ts'

type CallInput = { headers?: Record<string, string>; accept?: (status: number, answer: unknown) => boolean }

/** Makes the API calls of the session: the typed client of the kit, connected in main.tsx. */
export type Ask = <C extends Call>(call: C, given?: CallInput) => Promise<AnswerOf<C>>

/** The eight start-up loads (P-018), by the entry that each of them fills. */
const loads = {
  socketCredentials: async (ask) => ({
    socketCredentials: (await ask(self.socketCredentials)).userActiveMQCredentialsMessage,
  }),
  bookingsAlive: async (ask) => ({ bookingsAlive: (await ask(services.alive)).services }),
  pois: async (ask) => ({ pois: (await ask(pois.all)).pois }),
  whitelabelConfig: async (ask) => ({ whitelabelConfig: await ask(whitelabels.frontConfig) }),
  fleets: async (ask) => ({ fleets: (await ask(self.fleets)).fleets }),
  taxiFeatures: async (ask) => ({ taxiFeatures: await ask(self.taxiFeatures) }),
  self: async (ask) => ({ self: await ask(self.who) }),
  permissions: async (ask) => withPermissions((await ask(self.permissions)).permissions),
} satisfies Record<string, (ask: Ask) => Promise<SessionState>>

export type Load = keyof typeof loads

export type StartUp = Map<Load, Promise<void>>

/** Starts the loads at once; each completes on its own, and a failed one does not hold up the others. */
export const startUp = (ask: Ask, isWanted: (load: Load) => boolean, keep: (change: SessionState) => void): StartUp => {
  const wanted = (Object.keys(loads) as Load[]).filter(isWanted)
  return new Map(
    wanted.map((load) => [
      load,
      loads[load](ask).then(keep, (problem: Error) => console.warn(`Start-up: ${load} did not load`, problem.message)),
    ]),
  )
}
