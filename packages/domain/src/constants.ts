/** The figures of document 1, section 9. There is no page size: every list declares its own. */
export const constants = {
  productName: 'Parada',
  messageMaxLength: 256,
  defaultPaymentMethod: 11,
  entryChannel: 20,
  CLIENT_ON_BOARD: 2_500,
  dispatchTimeoutMs: 5_000,
  sessionLengthMs: 3_600_000,
  sessionCheckMs: 1_000,
  callToastMs: 20_000,
  toastMs: 3_000,
  permissionsToastMs: 30_000,
  /** How long the effects of an operator's action are held back on the server, so that it can be undone. */
  undoMs: 5_000,
  heartbeatMs: 20_000,
  compactMenuBelowPx: 768,
  resizeDebounceMs: 300,
  fleetsWithOwnSound: [29, 87, 134, 140, 615, 625],
  defaultTimeZone: 'Europe/Madrid',
  languages: ['en', 'es'],
  defaultLanguage: 'en',
} as const

export type Language = (typeof constants.languages)[number]

/** Characters left in a message; negative if it is too long. */
export const messageCharactersLeft = (message: string) => constants.messageMaxLength - message.length

export const hasOwnSound = (idFleet: number | null | undefined) =>
  constants.fleetsWithOwnSound.some((fleet) => fleet === idFleet)

/** The event's own duration in milliseconds if it is usable, otherwise the default (O1-41). */
export const callToastDuration = (duration: number | null | undefined) =>
  duration && duration > 0 ? duration : constants.callToastMs
