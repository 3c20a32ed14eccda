import { type SmsBooking, smsPrefill, taxiOf } from './messages.ts'
import { startWords } from './texts.ts'

/** The GSM 7-bit alphabet, and its extension, whose characters take two places each. */
const plain =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const double = '^{}\\[~]|€'

/** Characters that fit a single SMS, and each part of a longer one. */
const room = { plain: [160, 153], unicode: [70, 67] } as const

/**
 * How many SMS a text takes and how many characters are left in the last. One character outside the alphabet shortens
 * them all.
 */
export const smsSegments = (text: string) => {
  const letters = [...text]
  const isPlain = letters.every((letter) => plain.includes(letter) || double.includes(letter))
  const length = isPlain ? letters.reduce((sum, one) => sum + (double.includes(one) ? 2 : 1), 0) : text.length
  const [single, each] = isPlain ? room.plain : room.unicode
  const segments = length <= single ? Math.min(1, length) : Math.ceil(length / each)
  return { segments, left: segments > 1 ? segments * each - length : single - length, isPlain }
}

export const smsLanguages = ['es', 'en'] as const
export type SmsLanguage = (typeof smsLanguages)[number]

export const smsTemplates = ['confirmation', 'waiting', 'delayed', 'search'] as const
export type SmsTemplate = (typeof smsTemplates)[number]

const words: Record<SmsLanguage, Record<SmsTemplate | 'driver', string>> = {
  es: {
    confirmation: 'Recogida confirmada',
    waiting: 'Su taxi ya le espera',
    delayed: 'Su taxi se retrasa unos minutos. Disculpe las molestias',
    search: 'Seguimos buscando un taxi para usted. Le avisaremos en cuanto lo tengamos',
    driver: 'Tel. conductor',
  },
  en: {
    confirmation: 'Pickup confirmed',
    waiting: 'Your taxi is waiting for you',
    delayed: 'Your taxi is running a few minutes late. We are sorry for the wait',
    search: 'We are still looking for a taxi for you. We will let you know as soon as we have one',
    driver: 'Driver phone',
  },
}

/** The text for a passenger about this booking; unknown parts are omitted. */
export const smsText = (template: SmsTemplate, language: SmsLanguage, booking: SmsBooking) => {
  if (template === 'confirmation' && language === 'es' && smsPrefill(booking)) return smsPrefill(booking)
  const say = words[language]
  const phone = booking.phoneNumberSupplier?.trim()
  const start = startWords(booking, language)
  const besides = {
    confirmation: [taxiOf(booking), start, booking.origin?.addressField?.trim(), phone && `${say.driver}: ${phone}`],
    waiting: [taxiOf(booking), booking.origin?.addressField?.trim(), phone && `${say.driver}: ${phone}`],
    delayed: [taxiOf(booking), phone && `${say.driver}: ${phone}`],
    search: [start],
  }[template]
  return [say[template], ...besides].filter((part) => !!part).join('. ')
}
