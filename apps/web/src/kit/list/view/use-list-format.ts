import type { CodeKind } from '@parada/domain/codes'
import { labelKey } from '@parada/domain/codes'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../format.ts'
import type { ListFormat } from '../declare/columns.ts'

/** Formats and labels in the reader's language. */
export const useListFormat = (): ListFormat => {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const labels = new Map<string, string>()
    const word: ListFormat['word'] = (key, values) => {
      if (values) return t(key, values)
      const label = labels.get(key) ?? t(key)
      labels.set(key, label)
      return label
    }
    const code = (kind: CodeKind, value: unknown) => {
      const key = labelKey(kind, value as string | number)
      if (!key) return value === null || value === undefined ? '' : String(value)
      return word(key)
    }
    const [yes, no] = [t('common.yes'), t('common.no')]
    return { ...formatsFor(language), code, word, flag: (value) => (value ? yes : no) }
  }, [t, language])
}
