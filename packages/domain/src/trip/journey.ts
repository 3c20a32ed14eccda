import { type Mode, modes } from './modes.ts'

/** Every way that a person may have travelled, including taxis and recorded routes. */
export const journeyModes = ['taxi', ...modes] as const
export type JourneyMode = (typeof journeyModes)[number]

/** The table that holds the statuses of each mode. */
export const journeyStatus = {
  taxi: 'bookingStatus',
  parking: 'parkingStatus',
  mobility: 'mobilityStatus',
  ticket: 'ticketStatus',
  route: 'routeStatus',
} as const satisfies Record<'taxi' | Mode, string>

export const journeysPerPage = 20
export const mostJourneyPages = 50
