import { authorizationFields } from '@parada/domain/authorization/fields'
import type { FormConfig } from '@parada/domain/authorization/form'
import { isKeyOf } from '@parada/domain/objects'
import { useTranslation } from 'react-i18next'
import type { ChangeWords } from '../kit/form/meanwhile.tsx'
import { useZone } from './authorization-record.ts'
import { dayText } from './values.ts'

/** The label of a field: the payment account's own, or else the usual one. */
export const useFieldLabel = (config: FormConfig) => {
  const { t } = useTranslation()
  return (name: string) => {
    const [, base = name, n] = /^(.*?)(\d+)$/.exec(name) ?? []
    return config.get(name)?.title || t(`fields.${base}`, { n })
  }
}

const dayOf = (text: string) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')

/** Formats the value of a field for display. */
export const useValueWords = () => {
  const { t } = useTranslation()
  const zone = useZone()
  return (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (name === 'status') return t(`codes.authorizationStatus.${String(value)}`)
    if (name === 'locale') return t(`authorization.locales.${String(value)}`, String(value))
    if (isKeyOf(authorizationFields, name) && authorizationFields[name].kind === 'time')
      return dayOf(typeof value === 'number' ? dayText(value, zone) : String(value))
    return String(value)
  }
}

/** Describes the change of one field; undefined for internal fields. */
export const useChangeWords = (config: FormConfig) => {
  const label = useFieldLabel(config)
  const words = useValueWords()
  return ({ field, before, after }: { field: string; before: unknown; after: unknown }): ChangeWords | undefined =>
    isKeyOf(authorizationFields, field)
      ? { label: label(field), before: words(field, before), after: words(field, after) }
      : undefined
}
