/** The status of a recorded route (document 3, section 3). */
export const routeStatus = {
  discarded: -500,
  noDistance: -400,
  needsReview: -200,
  gpsError: -110,
  test: -100,
  recording: 100,
  awaitsDistance: 150,
  breaksMissing: 200,
  manualBreaksMissing: 250,
  ready: 300,
  manualReady: 350,
  sent: 400,
} as const

export const globalRouteStatus = { finished: 2, active: 1, erroneous: -1, discarded: -2 } as const

export const distanceType = { manual: 1, mapsService: 2, automatic: 3 } as const

/** The statuses that each global status covers. */
export const statusesOfGlobal: Readonly<Record<keyof typeof globalRouteStatus, readonly number[]>> = {
  finished: [
    routeStatus.breaksMissing,
    routeStatus.manualBreaksMissing,
    routeStatus.ready,
    routeStatus.manualReady,
    routeStatus.sent,
  ],
  active: [routeStatus.recording, routeStatus.awaitsDistance],
  erroneous: [routeStatus.noDistance, routeStatus.needsReview, routeStatus.gpsError],
  discarded: [routeStatus.discarded, routeStatus.test],
}

/** Account fields can be edited in these statuses; 300 waits to be sent (O3-44). */
const editableStatuses: readonly number[] = [
  routeStatus.breaksMissing,
  routeStatus.manualBreaksMissing,
  routeStatus.manualReady,
]

export const mayEditBreaks = ({ status }: { status: number }) => editableStatuses.includes(status)

/** The statuses that the next export takes. */
export const statusesToSend = [routeStatus.ready, routeStatus.manualReady] as const

/** The status of a route with a valid distance, which depends on whether its account fields are filled (O3-43). */
export const statusWithBreaks = (type: number, areFilled: boolean) => {
  if (type === distanceType.manual) return areFilled ? routeStatus.manualReady : routeStatus.manualBreaksMissing
  return areFilled ? routeStatus.ready : routeStatus.breaksMissing
}
