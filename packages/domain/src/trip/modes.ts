import { routeStatus } from '../route/status.ts'

/** The ways to travel other than by taxi. */
export const modes = ['parking', 'mobility', 'ticket', 'route'] as const
export type Mode = (typeof modes)[number]

export const parkingStatus = { active: 1, expired: -1, finished: 30, cancelled: -20 } as const
export const mobilityStatus = { booked: 1, onTheWay: 2, paused: 3, finished: 4, cancelled: 5, expired: -1 } as const
export const ticketStatus = { active: 1, used: 2, expired: -1, cancelled: -20 } as const

type Step = {
  /** The statuses that the step may follow; none for the first step of a trip. */
  from: readonly number[]
  to: number
}

const { active, expired, finished, cancelled } = parkingStatus
const { booked, onTheWay, paused } = mobilityStatus

/** The steps of a trip and the status after each; any other step is refused. */
export const tripSteps = {
  parking: {
    started: { from: [], to: active },
    extended: { from: [active, expired], to: active },
    expired: { from: [active], to: expired },
    finished: { from: [active, expired], to: finished },
    cancelled: { from: [active], to: cancelled },
  },
  mobility: {
    booked: { from: [], to: booked },
    started: { from: [booked], to: onTheWay },
    paused: { from: [onTheWay], to: paused },
    resumed: { from: [paused], to: onTheWay },
    finished: { from: [onTheWay, paused], to: mobilityStatus.finished },
    cancelled: { from: [booked], to: mobilityStatus.cancelled },
    expired: { from: [booked], to: mobilityStatus.expired },
  },
  ticket: {
    sold: { from: [], to: ticketStatus.active },
    used: { from: [ticketStatus.active], to: ticketStatus.used },
    expired: { from: [ticketStatus.active], to: ticketStatus.expired },
    cancelled: { from: [ticketStatus.active], to: ticketStatus.cancelled },
  },
  route: {
    started: { from: [], to: routeStatus.recording },
    finished: { from: [routeStatus.recording, routeStatus.awaitsDistance], to: routeStatus.awaitsDistance },
    discarded: { from: [routeStatus.recording, routeStatus.awaitsDistance], to: routeStatus.discarded },
    tested: { from: [routeStatus.recording], to: routeStatus.test },
  },
} as const satisfies Record<Mode, Record<string, Step>>

type StepOf<M extends Mode> = keyof (typeof tripSteps)[M] & string

const stepOf = (mode: Mode, step: string): Step | undefined => {
  const steps: Readonly<Record<string, Step>> = tripSteps[mode]
  return Object.hasOwn(steps, step) ? steps[step] : undefined
}

/** The first step of every trip, and the status after it. */
export const beginning = {
  parking: { step: 'started', status: active },
  mobility: { step: 'booked', status: booked },
  ticket: { step: 'sold', status: ticketStatus.active },
  route: { step: 'started', status: routeStatus.recording },
} as const satisfies { [M in Mode]: { step: StepOf<M>; status: number } }

/** The status of a trip that did not take place. */
export const vainStatus: Readonly<Record<Mode, number>> = {
  parking: cancelled,
  mobility: mobilityStatus.cancelled,
  ticket: ticketStatus.cancelled,
  route: routeStatus.discarded,
}

/** The status of a completed trip, which can be invoiced. */
export const finishedStatus = { parking: finished, mobility: mobilityStatus.finished } as const

/** The status after a step; undefined if the step is not allowed. */
export const statusAfter = (mode: Mode, step: string, status: number) => {
  const found = stepOf(mode, step)
  return found?.from.includes(status) ? found.to : undefined
}

/** The statuses in which further steps are possible. */
export const liveStatuses: Readonly<Record<Mode, readonly number[]>> = {
  parking: [active, expired],
  mobility: [booked, onTheWay, paused],
  ticket: [ticketStatus.active],
  route: [routeStatus.recording, routeStatus.awaitsDistance],
}

export const isLive = (mode: Mode, status: number) => liveStatuses[mode].includes(status)
