import { bookingStatus, dispatchStatus } from '../codes.ts'
import { messageCharactersLeft } from '../constants.ts'
import { keysOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'
import type { Place } from './places.ts'
import { type BookingStart, startWords } from './texts.ts'

/** Parada's code as the sender of its users' messages. */
export const messageSender = 80

/** Who may read a message. The message modal offers everyone, passenger and staff (O2-48). */
export const messageReaders = {
  everyone: '50,60,70,80,90',
  passenger: '50,80',
  staff: '80,90',
  cancellation: '60,80,90',
  wizardNotes: '70,80,90',
} as const

/** Warnings have two codes; new messages use the first. */
export const messageTypes = {
  confirmation: [11],
  onboard: [12],
  comment: [22],
  info: [33],
  warning: [44, 99],
  cancellation: [55],
  update: [66],
} as const

export const messageTypeOf = (type: number | null | undefined) =>
  keysOf(messageTypes).find((name) => messageTypes[name].some((code) => code === type))

export const messageCodes = { message: 175, cancellation: 176 } as const

/** The defaults of a new message (O2-48, O3-61). */
export const messageDefaults = {
  sender: messageSender,
  readers: messageReaders.everyone,
  type: 22,
  status: 0,
  code: messageCodes.message,
} as const

export type NewMessage = {
  message: string
  sender: number
  readers: string
  type: number
  status: number
  code: number
  idService?: number | null
  idSupplier?: number | null
  idUser?: number | null
  userName?: string | null
}

export const newMessage = (fields: Partial<NewMessage> & { message: string }): NewMessage => ({
  ...messageDefaults,
  ...fields,
  message: fields.message.trim(),
})

/** The wizard's notes, or a later note to the driver, as a message for the fleet and the staff. */
export const wizardNotesMessage = (message: string) => newMessage({ message, readers: messageReaders.wizardNotes })

/** Quick replies to drivers, in the white label's language. */
export const driverReplies = {
  es: ['El cliente sale ya', 'Espere 5 minutos, por favor', 'Llame al cliente, por favor', '¿Cuánto tarda en llegar?'],
  en: [
    'The passenger is coming out',
    'Please wait 5 minutes',
    'Please call the passenger',
    'How long until you are there?',
  ],
} as const

export const messageProblem = (text: string): ProblemKey | undefined => {
  if (text.trim() === '') return 'problems.messageRequired'
  return messageCharactersLeft(text.trim()) < 0 ? 'problems.messageTooLong' : undefined
}

type Ride = { status?: number | null; statusDispatch?: number | null }

const mayPrefillSms = ({ status, statusDispatch }: Ride) =>
  status === bookingStatus.confirmed && statusDispatch === dispatchStatus.assigned

export type SmsBooking = Ride &
  BookingStart & {
    supplierTaxiDescription?: string | null
    idSupplierTaxi?: number | null
    phoneNumberSupplier?: string | null
    origin?: Place | null
  }

export const taxiOf = ({ supplierTaxiDescription, idSupplierTaxi }: SmsBooking) =>
  supplierTaxiDescription?.trim() || (idSupplierTaxi ? `Taxi ${idSupplierTaxi}` : '')

/** In Spanish whatever the language of the interface (O3-52), since passengers read it. Unknown parts are omitted. */
export const smsPrefill = (booking: SmsBooking) => {
  if (!mayPrefillSms(booking)) return ''
  const phone = booking.phoneNumberSupplier?.trim()
  return [
    'Recogida confirmada',
    taxiOf(booking),
    startWords(booking, 'es'),
    booking.origin?.addressField?.trim(),
    phone && `Tel. conductor: ${phone}`,
  ]
    .filter((part) => !!part)
    .join('. ')
}
