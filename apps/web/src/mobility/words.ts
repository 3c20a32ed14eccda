import { labelKey } from '@parada/domain/codes'
import { isKeyOf } from '@parada/domain/objects'
import { tripRecords } from '@parada/domain/trip/records'
import { useTranslation } from 'react-i18next'
import type { Changes, ChangeWords } from '../kit/form/meanwhile.tsx'
import { formatsFor } from '../kit/format.ts'

const fields = tripRecords.mobility

/** What a journal tells; the rest is bookkeeping, or said by what was done. */
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

/** The value of a field as people write it. */
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

/** A change of one field in words; undefined for bookkeeping. */
export const useChangeWords = () => {
  const { t } = useTranslation()
  const words = useValueWords()
  return ({ field, before, after }: Pick<Changes[number], 'field' | 'before' | 'after'>): ChangeWords | undefined =>
    told.has(field)
      ? { label: t(`fields.${field}`), before: words(field, before), after: words(field, after) }
      : undefined
}
