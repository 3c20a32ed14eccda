import { labelKey } from '@parada/domain/codes'
import { isKeyOf } from '@parada/domain/objects'
import { sheetFields, vehicleFields } from '@parada/domain/route-sheet/records'
import { useTranslation } from 'react-i18next'
import type { Changes, ChangeWords } from '../kit/form/meanwhile.tsx'
import { formatsFor } from '../kit/format.ts'

type Change = Pick<Changes[number], 'field' | 'before' | 'after'>

/** Bookkeeping fields, and codes whose names have fields of their own. */
const untold = /^(id|version|idVehicle|idBooking|stepUnderWay)$|^routeSheet_cg/

const records = { vehicle: vehicleFields, sheet: sheetFields }

/** Describes the change of one field; undefined for bookkeeping fields. */
export const useChangeWords = (kind: keyof typeof records) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const fields = records[kind]
  const words = (name: string, value: unknown) => {
    if (value === null || value === undefined || value === '' || !isKeyOf(fields, name)) return ''
    const { kind: is, codes } = fields[name]
    if (is === 'flag') return t(value ? 'common.yes' : 'common.no')
    if (is === 'time') return time(Number(value))
    const label = codes && labelKey(codes, value as number)
    return label ? t(label) : String(value)
  }
  return ({ field, before, after }: Change): ChangeWords | undefined =>
    isKeyOf(fields, field) && !untold.test(field)
      ? { label: t(`fields.${field}`), before: words(field, before), after: words(field, after) }
      : undefined
}
