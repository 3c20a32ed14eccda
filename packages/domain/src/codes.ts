import { constants } from './constants.ts'
import { keysOf } from './objects.ts'
import { distanceType, globalRouteStatus, routeStatus } from './route/status.ts'
import { sheetStatus } from './route-sheet/status.ts'
import { mobilityStatus, parkingStatus, ticketStatus } from './trip/modes.ts'

/** Booking statuses by name. The table of document 2 applies everywhere (O2-10, O3-23). */
export const bookingStatus = {
  created: 5,
  requested: 10,
  confirmed: 20,
  unconfirmed: -30,
  finished: 30,
  handedOver: -10,
  cancelledByUser: -20,
  cancelledByCallCentre: -40,
  replaced: -60,
} as const

/** The client type of a booking made from an insurer's case. */
export const assistanceClient = 'Asistencia'

/** The dispatch statuses that rules refer to; the table of labels below holds them all. */
export const dispatchStatus = {
  assigned: 2000,
  clientOnBoard: constants.CLIENT_ON_BOARD,
  pricePending: 2800,
  trajectoryAvailable: 3000,
  manual: -8000,
  locked: -9999,
} as const

/**
 * Every code of the shared lists with its meaning (document 1, section 3; document 2, section 4). Codes of one list
 * with the same meaning share a label.
 */
export const codes = {
  paymentMethod: {
    10: 'paid in taxi',
    11: 'cash',
    12: 'Mastercard',
    13: 'Visa',
    14: 'American Express',
    15: 'Diners Club',
    50: 'paid by business',
    60: 'business voucher',
  },
  documentType: { identityCard: 'identity card', drivingLicense: 'driving licence', selfie: 'selfie' },
  documentSide: { front: 'front', back: 'back' },
  documentStatus: {
    valid: 'valid',
    inReview: 'in review',
    rejected: 'rejected',
    expired: 'expired',
    sendAgain_expired: 'send again, expired',
    sendAgain_badImage: 'send again, bad image',
    sendAgain_dataNotMatch: 'send again, data does not match',
    notAuthorized: 'not authorised',
    pendingToBeUploaded: 'pending to be uploaded',
  },
  improvement: {
    routeStatus: 'route',
    price: 'price',
    serviceStatus: 'service',
    timeStart: 'start time',
    driverStatus: 'driver',
    carStatus: 'car',
    others: 'other',
    other: 'other',
  },
  parkingProtocol: { 1: 'Parkimeter', 2: 'ElParking', 3: 'Qoob', 4: 'Parkimeter V2' },
  parkingStatus: {
    [parkingStatus.active]: 'active',
    [parkingStatus.expired]: 'expired',
    [parkingStatus.finished]: 'finished',
    [parkingStatus.cancelled]: 'cancelled',
  },
  mobilityProtocol: { 3: 'Muving' },
  mobilityStatus: {
    [mobilityStatus.booked]: 'booked',
    [mobilityStatus.onTheWay]: 'on the way',
    [mobilityStatus.paused]: 'paused',
    [mobilityStatus.finished]: 'finished',
    [mobilityStatus.cancelled]: 'cancelled',
    [mobilityStatus.expired]: 'expired',
  },
  mobilityAfterLifeStatus: { [mobilityStatus.cancelled]: 'cancelled', [mobilityStatus.expired]: 'expired' },
  vehicleKind: { scooter: 'kick scooter', moped: 'moped', bike: 'bicycle', car: 'car' },
  ticketStatus: {
    [ticketStatus.active]: 'active',
    [ticketStatus.used]: 'used',
    [ticketStatus.expired]: 'expired',
    [ticketStatus.cancelled]: 'cancelled',
  },
  routeStatus: {
    [routeStatus.discarded]: 'discarded by user',
    [routeStatus.noDistance]: 'error getting distance',
    [routeStatus.needsReview]: 'distance needs review',
    [routeStatus.gpsError]: 'GPS error',
    [routeStatus.test]: 'test route',
    [routeStatus.recording]: 'pending or recording',
    [routeStatus.awaitsDistance]: 'finished in app, awaiting distance',
    [routeStatus.breaksMissing]: 'distance valid, breaks missing',
    [routeStatus.manualBreaksMissing]: 'manual route valid, breaks missing',
    [routeStatus.ready]: 'distance valid, breaks filled',
    [routeStatus.manualReady]: 'manual route valid, breaks filled',
    [routeStatus.sent]: 'sent',
  },
  routeGlobalStatus: {
    [globalRouteStatus.finished]: 'finished',
    [globalRouteStatus.active]: 'active',
    [globalRouteStatus.erroneous]: 'erroneous',
    [globalRouteStatus.discarded]: 'discarded',
  },
  routeDistanceType: {
    [distanceType.manual]: 'manual',
    [distanceType.mapsService]: 'calculated by a maps service',
    [distanceType.automatic]: 'automatic',
  },
  routeFault: {
    notDecoded: 'the path cannot be read',
    offGlobe: 'the path leaves the globe',
    onePoint: 'the path has one point',
    notMoved: 'the car hardly moved',
    jump: 'the path jumps',
    tooFast: 'faster than a car drives',
    tooLong: 'longer than a day of driving',
  },
  ticketTitleStatus: { 1: 'active', 0: 'inactive' },
  routeSheetStatus: {
    [sheetStatus.waiting]: 'to be registered',
    [sheetStatus.registered]: 'registered',
    [sheetStatus.started]: 'started',
    [sheetStatus.refused]: 'refused',
    [sheetStatus.cancelled]: 'cancelled',
  },
  passType: { 1: 'single', 2: 'multi', 3: 'time pass' },
  dispatchProtocol: {
    0: 'none',
    1: 'email',
    2: 'Spartan',
    3: 'unknown',
    4: 'TaxiTronic',
    5: 'FLOGES',
    6: 'AURIGA',
    7: 'KARHOO',
    8: 'CITYCAB',
    9: 'AUTOCAB',
    10: 'DEMESIX',
    11: 'CABIFY',
  },
  clientType: {
    normal: 'normal',
    other: 'other',
    events: 'events',
    clinicaltrial: 'clinical trial',
    partners: 'partners',
    PYME: 'small business',
    Asistencia: 'assistance',
  },
  entryChannel: { 1: 'app', 5: 'butler', 10: 'app', 11: 'app iOS', 12: 'app Android', 20: 'this product' },
  bookingStatus: {
    [bookingStatus.created]: 'created by the wizard',
    [bookingStatus.requested]: 'requested',
    [bookingStatus.confirmed]: 'confirmed',
    [bookingStatus.unconfirmed]: 'unconfirmed',
    [bookingStatus.finished]: 'finished',
    [bookingStatus.handedOver]: 'handed to next fleet',
    [bookingStatus.cancelledByUser]: 'cancelled by user',
    [bookingStatus.cancelledByCallCentre]: 'cancelled by call centre',
    [bookingStatus.replaced]: 'replaced by another service',
  },
  dispatchStatus: {
    949: 'searching',
    955: 'assigned',
    1200: 'searching commitment',
    1300: 'committed',
    1500: 'searching',
    [dispatchStatus.assigned]: 'assigned',
    [dispatchStatus.clientOnBoard]: 'client on board',
    [dispatchStatus.pricePending]: 'price pending',
    [dispatchStatus.trajectoryAvailable]: 'trajectory available',
    [dispatchStatus.manual]: 'manual',
    [dispatchStatus.locked]: 'locked',
  },
  authorizationStatus: { 1: 'active', 0: 'pending', [-1]: 'inactive' },
  userStatus: { 1: 'enabled', [-1]: 'disabled' },
  notificationStatus: { 1: 'on', 0: 'off' },
  receiverType: { user: 'user', taxiDriver: 'taxi driver' },
  invoicingStatus: { 0: 'change requested', 1: 'to invoice', 2: 'invoiced' },
  invoiceBlock: { notValidated: 'not validated', changeRequested: 'change requested', priceMissing: 'price missing' },
  promoActionToExecute: {
    loadWallet: 'wallet top-up',
    setServiceFinished: 'taxi service finished',
    mobilitySetServiceFinished: 'sharing service finished',
    parkingSetServiceFinished: 'parking service finished',
    transportSetServiceFinished: 'transport service finished',
  },
  promoActionToCreate: { loadWallet: 'wallet top-up', createUser: 'user creation', redeemCode: 'redeem code' },
  promoType: { fixed: 'fixed amount', percent: 'percentage' },
  promoState: {
    running: 'running',
    notBegun: 'not begun',
    over: 'over',
    usedUp: 'used up',
    inactive: 'inactive',
  },
  securityKind: {
    signIn: 'sign-in',
    signOut: 'sign-out',
    passwordChange: 'password change',
    passwordLink: 'password link',
    passwordReset: 'password reset',
    permissionChange: 'permission change',
    userCreated: 'user created',
    userEnabled: 'user enabled',
    userDisabled: 'user disabled',
    export: 'export',
    personalData: 'export of personal data',
    erasure: 'erasure',
    keyCreated: 'key created',
    keyRevoked: 'key revoked',
    access: 'access',
  },
  securityOutcome: { done: 'done', failed: 'failed', blocked: 'blocked', denied: 'denied' },
  modificationReason: { 0: 'duplicated', 1: 'wrong price', 3: 'does not correspond' },
} as const

export type CodeKind = keyof typeof codes
export type CodeOf<K extends CodeKind> = keyof (typeof codes)[K]
type LabelKey = `codes.${CodeKind}.${string}`

const labelKeysOf = (kind: CodeKind): ReadonlyMap<string, LabelKey> => {
  const firstByMeaning = new Map<string, LabelKey>()
  return new Map(
    Object.entries(codes[kind]).map(([code, meaning]: [string, string]) => {
      const key = firstByMeaning.get(meaning) ?? (`codes.${kind}.${code}` as const)
      firstByMeaning.set(meaning, key)
      return [code, key]
    }),
  )
}

export const codeKinds = keysOf(codes)

const labelKeys = new Map(codeKinds.map((kind) => [kind, labelKeysOf(kind)]))

/** The message key of a code's label; undefined for an unknown code, which is shown as it is (O3-59). */
export const labelKey = (kind: CodeKind, code: number | string | null | undefined) =>
  labelKeys.get(kind)?.get(String(code))

/** Every message key that both languages must translate. */
export const allLabelKeys = (): LabelKey[] => [
  ...new Set([...labelKeys.values()].flatMap((keys) => [...keys.values()])),
]

/** Paid in taxi is labelled wherever it appears, but never offered (O1-49). */
export const paymentMethodsToChoose = [11, 12, 13, 14, 15, 50, 60] as const satisfies CodeOf<'paymentMethod'>[]

/** The statuses that a user may give a document; only the system sets one to wait for an upload (O3-33). */
export const documentStatusesToChoose = keysOf(codes.documentStatus).filter(
  (status) => status !== 'pendingToBeUploaded',
)

const alive: readonly unknown[] = [bookingStatus.requested, bookingStatus.confirmed, bookingStatus.unconfirmed]
const ended: readonly unknown[] = [
  bookingStatus.finished,
  bookingStatus.handedOver,
  bookingStatus.cancelledByUser,
  bookingStatus.cancelledByCallCentre,
  bookingStatus.replaced,
]

export const isAlive = (status: number | null | undefined) => alive.includes(status)

/** A booking still in the wizard is neither alive nor ended (O1-36). */
export const hasEnded = (status: number | null | undefined) => ended.includes(status)
