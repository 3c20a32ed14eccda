import { expiryOf } from '@parada/domain/trip/titles'
import { localeOf } from '../kit/format.ts'

export type SupplierNames = ReadonlyMap<number, string>

/** The names of suppliers, or the number of one whose name is unknown. */
export const supplierWords = (ids: readonly number[], names: SupplierNames) =>
  ids.map((id) => names.get(id) ?? id).join(', ')

/** Such as '1 day 2 hours 5 minutes', in the user's language; units of zero are left out. */
export const expiryWords = (total: number, language: string) => {
  const { days, hours, minutes } = expiryOf(total)
  const said = (count: number, unit: string) =>
    new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const parts = [
    days > 0 && said(days, 'day'),
    hours > 0 && said(hours, 'hour'),
    (minutes > 0 || total === 0) && said(minutes, 'minute'),
  ]
  return parts.filter(Boolean).join(' ')
}

const two = (figure: number) => String(figure).padStart(2, '0')

export const hourWords = (hour: number, minute: number) => `${two(hour)}:${two(minute)}`
