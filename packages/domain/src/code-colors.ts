import { bookingStatus, type CodeKind, dispatchStatus } from './codes.ts'
import { globalRouteStatus, routeStatus } from './route/status.ts'
import { sheetStatus } from './route-sheet/status.ts'
import { mobilityStatus, parkingStatus, ticketStatus } from './trip/modes.ts'

/** The colours reserved for states; the style sheets define their shades for light and dark. */
export type StateColor = 'amber' | 'blue' | 'violet' | 'green' | 'grey' | 'red'

/** Grey is for anything that has ended or is unknown. */
export const codeColors: Partial<Record<CodeKind, Readonly<Record<string, StateColor>>>> = {
  bookingStatus: {
    [bookingStatus.requested]: 'amber',
    [bookingStatus.confirmed]: 'blue',
    [bookingStatus.unconfirmed]: 'red',
    [bookingStatus.finished]: 'green',
  },
  dispatchStatus: {
    949: 'amber',
    955: 'blue',
    1200: 'amber',
    1300: 'blue',
    1500: 'amber',
    [dispatchStatus.assigned]: 'blue',
    [dispatchStatus.clientOnBoard]: 'violet',
    [dispatchStatus.pricePending]: 'amber',
    [dispatchStatus.trajectoryAvailable]: 'green',
    [dispatchStatus.locked]: 'red',
  },
  documentStatus: {
    valid: 'green',
    inReview: 'amber',
    rejected: 'red',
    expired: 'red',
    sendAgain_expired: 'amber',
    sendAgain_badImage: 'amber',
    sendAgain_dataNotMatch: 'amber',
    notAuthorized: 'red',
  },
  authorizationStatus: { 1: 'green', 0: 'amber' },
  securityOutcome: { done: 'green', failed: 'amber', blocked: 'red', denied: 'red' },
  userStatus: { 1: 'green', [-1]: 'red' },
  notificationStatus: { 1: 'green' },
  promoState: { running: 'green', notBegun: 'blue', usedUp: 'amber' },
  parkingStatus: {
    [parkingStatus.active]: 'blue',
    [parkingStatus.expired]: 'red',
    [parkingStatus.finished]: 'green',
  },
  mobilityStatus: {
    [mobilityStatus.booked]: 'blue',
    [mobilityStatus.onTheWay]: 'violet',
    [mobilityStatus.paused]: 'amber',
    [mobilityStatus.finished]: 'green',
    [mobilityStatus.expired]: 'red',
  },
  mobilityAfterLifeStatus: { [mobilityStatus.expired]: 'red' },
  ticketStatus: { [ticketStatus.active]: 'blue', [ticketStatus.used]: 'green', [ticketStatus.expired]: 'red' },
  routeStatus: {
    [routeStatus.noDistance]: 'red',
    [routeStatus.needsReview]: 'red',
    [routeStatus.gpsError]: 'red',
    [routeStatus.recording]: 'violet',
    [routeStatus.awaitsDistance]: 'amber',
    [routeStatus.breaksMissing]: 'amber',
    [routeStatus.manualBreaksMissing]: 'amber',
    [routeStatus.ready]: 'blue',
    [routeStatus.manualReady]: 'blue',
    [routeStatus.sent]: 'green',
  },
  routeGlobalStatus: {
    [globalRouteStatus.finished]: 'green',
    [globalRouteStatus.active]: 'violet',
    [globalRouteStatus.erroneous]: 'red',
  },
  ticketTitleStatus: { 1: 'green' },
  routeSheetStatus: {
    [sheetStatus.waiting]: 'amber',
    [sheetStatus.registered]: 'blue',
    [sheetStatus.started]: 'green',
    [sheetStatus.refused]: 'red',
  },
  invoicingStatus: { 0: 'amber', 1: 'blue', 2: 'green' },
}

export const stateColor = (kind: CodeKind, code: unknown): StateColor => codeColors[kind]?.[String(code)] ?? 'grey'
