import { bookingFields } from '@parada/domain/booking/fields'
import { keysOf } from '@parada/domain/objects'
import type { BookingField } from '../booking-fields.ts'
import { columnOf } from '../list/columns.ts'
import type { BookingChange } from '../queries/booking-changes.ts'
import { copyLine } from './copy.ts'
import { blank } from './history-blank.ts'
import type { Step } from './history-endings.ts'
import type { Life } from './history-life.ts'

export type EndedBooking = Life & { tenantId: number; version: number; booking: BookingChange }

const empty: BookingChange = blank
const fields = keysOf(blank)

export const bookingColumns = ['tenant_id', 'id', 'version', 'created_at', 'time_updated', ...fields.map(columnOf)]
export const journalColumns = 'tenant_id, id_booking, version, at, action, id_user, id_fleet, who, before, after'.split(
  ', ',
)

// Cached, because there are few places, each in thousands of lines.
const places = new Map<unknown, string>()

const placeJson = (place: object) => {
  const text = places.get(place) ?? JSON.stringify(place)
  places.set(place, text)
  return text
}

const jsonOf = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  return 'addressField' in value ? placeJson(value) : JSON.stringify(value)
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && jsonOf(a) === jsonOf(b))

const join = (text: string, field: string, value: unknown) =>
  `${text}${text === '' ? '' : ','}"${field}":${jsonOf(value)}`

/** What a step really changed, as JSON in the way changeBooking records it, without values that were empty. */
const lineOf = (booking: BookingChange, { change }: Step, isFirst: boolean) => {
  let before = ''
  let after = ''
  for (const field of keysOf(change)) {
    const old = booking[field]
    const value = change[field]
    if (isFirst ? isEmpty(value) : isSame(old, value)) continue
    if (!isFirst && old !== empty[field]) before = join(before, field, old)
    after = join(after, field, value)
  }
  return [`{${before}}`, `{${after}}`]
}

/** Applies the steps of a booking, and returns its final state and the lines of its journal. */
export const tellLife = (life: Life): { ended: EndedBooking; journal: string } => {
  const tenantId = life.ride.tenant.tenant.id
  const booking: BookingChange = { ...blank }
  let version = 0
  let journal = ''
  for (const step of life.steps) {
    const { at, action, by } = step
    const told = lineOf(booking, step, version === 0)
    version++
    journal += copyLine([tenantId, life.id, version, new Date(at), action, by.idUser, by.idFleet, by.who, ...told])
    Object.assign(booking, step.change)
  }
  return { ended: { ...life, tenantId, version, booking }, journal }
}

const written = (field: BookingField, value: unknown) => {
  if (value === null || value === undefined) return null
  const { kind } = bookingFields[field]
  if (kind === 'time') return new Date(Number(value))
  return kind === 'record' ? jsonOf(value) : (value as string | number | boolean | string[])
}

export const bookingLine = ({ id, tenantId, version, created, steps, booking }: EndedBooking) =>
  copyLine([
    tenantId,
    id,
    version,
    new Date(created),
    new Date(steps.at(-1)?.at ?? created),
    ...fields.map((field) => written(field, booking[field])),
  ])
