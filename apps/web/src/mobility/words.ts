import { labelKey } from '@parada/domain/codes'
import { isKeyOf } from '@parada/domain/objects'
import { tripRecords } from '@parada/domain/trip/records'
import { useTranslation } from 'react-i18next'
import type { Changes, ChangeWords } from '../kit/form/meanwhile.tsx'
import { formatsFor } from '../kit/format.ts'

const fields = tripRecords.mobility

/** Journal fields to show; the rest is bookkeeping or implied by the action. */
const told: ReadonlySet<string> = new Set([
  'status',
  'timeEnd',
  'endAddressString',
  'distanceMeters',
  'priceSupplier',
  'priceCustomer',
  'paymentMethodCustomer',
  'vehicleSign',
  'cancelReason',
])

/** Formats the value of a field for display. */
export const useValueWords = () => {
  const { t, i18n } = useTranslation()
  const { money, time } = formatsFor(i18n.language)
  return (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '' || !isKeyOf(fields, name)) return ''
    const { kind, codes } = fields[name]
    if (kind === 'money') return money(Number(value))
    if (kind === 'time') return time(Number(value))
    const label = codes && labelKey(codes, value as number | string)
    return label ? t(label) : String(value)
  }
}

/** Describes the change of one field; undefined for bookkeeping fields. */
export const useChangeWords = () => {
  const { t } = useTranslation()
  const words = useValueWords()
  return ({ field, before, after }: Pick<Changes[number], 'field' | 'before' | 'after'>): ChangeWords | undefined =>
    told.has(field)
      ? { label: t(`fields.${field}`), before: words(field, before), after: words(field, after) }
      : undefined
}
