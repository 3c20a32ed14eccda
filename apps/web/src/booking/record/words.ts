import { dateTimeServiceStart, hourWords, startWords } from '@parada/domain/booking/texts'
import { type CodeKind, labelKey } from '@parada/domain/codes'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Formats, formatsFor } from '../../kit/format.ts'
import { useSessionState } from '../../session/use-session.ts'

type Kind = 'text' | 'time' | 'money' | 'place' | 'flag' | 'fleet' | 'minutes' | 'errors' | 'breaks' | CodeKind

/** The fields whose changes are shown, and how each is written; all others are internal. */
const kinds: Readonly<Record<string, Kind>> = {
  status: 'bookingStatus',
  statusDispatch: 'dispatchStatus',
  idFleet: 'fleet',
  supplierTaxiDescription: 'text',
  idSupplierTaxi: 'text',
  phoneNumberSupplier: 'text',
  origin: 'place',
  destination: 'place',
  asap: 'flag',
  timeBookingStart: 'time',
  timeBookingArrival: 'time',
  timeBookingFinish: 'time',
  timeServiceArrival: 'time',
  timePreDispatch: 'minutes',
  promisedArrival: 'time',
  promisedPrice: 'money',
  passengerName: 'text',
  phoneNumberPassenger: 'text',
  emailPassenger: 'text',
  paymentMethod: 'paymentMethod',
  clientType: 'clientType',
  flightNumber: 'text',
  pickupZone: 'text',
  bookingReference: 'text',
  notes: 'text',
  priceSupplierTotal: 'money',
  priceCustomerTotal: 'money',
  toll: 'money',
  cancelledWithCharge: 'flag',
  cancellationReasonDescription: 'text',
  validated: 'flag',
  validatedErrors: 'errors',
  keyValidationReason: 'text',
  additionalReason: 'text',
  bookingBreaks: 'breaks',
  enableCommitment: 'flag',
}

type Zone = string | null | undefined
type Writing = { t: TFunction; format: Formats; fleetOf: (id: number) => string; timeZone: Zone }

const listed = (items: unknown, write: (item: never) => string) =>
  Array.isArray(items) ? items.map(write as never) : []

const writers: Partial<Record<Kind, (value: never, writing: Writing) => string>> = {
  time: (moment: number, { timeZone, format }) => momentWords(moment, timeZone, format.language),
  money: (amount: number, { format }) => format.money(amount),
  place: ({ addressField }: { addressField?: string }) => addressField ?? '',
  flag: (value: boolean, { t }) => t(value ? 'common.yes' : 'common.no'),
  fleet: (id: number, { fleetOf }) => fleetOf(id),
  minutes: (minutes: number, { t }) => t('common.minutes', { n: minutes }),
  errors: (errors: never, { t }) => listed(errors, (error: string) => t(`booking.errors.${error}`, error)).join(', '),
  breaks: (breaks: never) =>
    listed(
      breaks,
      ({ label, value, id }: { label?: string; value: string; id: number }) => `${label || id}: ${value}`,
    ).join(', '),
  text: (value: unknown) => String(value),
}

const startOf = (moment: number | null | undefined, timeZone: Zone) => ({
  timeBookingStartTimestamp: moment ?? null,
  timeZone: timeZone ?? null,
})

/** DD/MM/YYYY in the given time zone. */
export const dayWords = (moment: number, timeZone: Zone) => dateTimeServiceStart(startOf(moment, timeZone))

/** Date and time in the given time zone. */
export const momentWords = (moment: number | null | undefined, timeZone: Zone, language: string) =>
  startWords(startOf(moment, timeZone), language)

/** Time of day in the given time zone. */
export const timeWords = (moment: number, timeZone: Zone, language: string) =>
  hourWords(startOf(moment, timeZone), language)

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export type Change = { label: string; before: string; after: string }

/** One changed field in words; undefined for internal fields. */
export const changeWords = (field: string, before: unknown, after: unknown, writing: Writing): Change | undefined => {
  const kind = kinds[field]
  if (!kind) return undefined
  const write = (value: unknown) => {
    if (isNothing(value)) return ''
    const writer = writers[kind]
    if (writer) return writer(value as never, writing)
    const key = labelKey(kind as CodeKind, value as string)
    return key ? writing.t(key) : String(value)
  }
  const [from, to] = [write(before), write(after)]
  return from === to ? undefined : { label: writing.t(`fields.${field}`), before: from, after: to }
}

/** What it takes to write the changes of a booking in the reader's language. */
export const useWriting = (timeZone: Zone): Writing => {
  const { t, i18n } = useTranslation()
  const fleets = useSessionState((state) => state.fleets)
  return useMemo(() => {
    const names = new Map((fleets ?? []).map(({ id, fleetLongName }) => [id, fleetLongName]))
    return { t, format: formatsFor(i18n.language), fleetOf: (id) => names.get(id) ?? `#${id}`, timeZone }
  }, [t, i18n.language, fleets, timeZone])
}
