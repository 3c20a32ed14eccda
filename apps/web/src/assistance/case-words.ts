import { assistance } from '@parada/contract/calls/assistance'
import { type CaseProblem, caseFields } from '@parada/domain/assistance/case'
import { isKeyOf } from '@parada/domain/objects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import type { ChangeWords } from '../kit/form/meanwhile.tsx'
import { formatsFor } from '../kit/format.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { useSessionState } from '../session/use-session.ts'

type Word = (key: string, values?: Record<string, string | number>) => string

/** Problems as text; one without a key of ours is shown in the server's words. */
export const problemsInWords = (word: Word, problems: readonly CaseProblem[]) =>
  problems.map(({ problem, values, message }) => (problem ? word(problem, values) : message)).join(' · ')

/** One case with its history. Its key is under the list's, so that live events refetch it too. */
export const useCase = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [...listKey(assistance.list), 'one', id],
    queryFn: ({ signal }) => client(assistance.get, { params: { id }, signal }),
    staleTime: 0,
    retry: false,
  })
}

export const useReloadCases = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: listKey(assistance.list) })
}

const bookkeeping: ReadonlySet<string> = new Set([
  ...['id', 'version', 'idInsurer', 'sent', 'sentAt', 'editedFields', 'errorMessage', 'isCancelled'],
  ...['coordenadaX', 'coordenadaY', 'coordenadaXDest', 'coordenadaYDest'],
])

/** Formats a value of a case for display. */
export const useCaseWords = () => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const features = useSessionState((state) => state.taxiFeatures) ?? []
  const featureName = (id: string) => features.find((one) => String(one.id) === id)?.name ?? `#${id}`
  return (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return ''
    if (name === 'features') return String(value).split(',').map(featureName).join(', ')
    if (name === 'problems') return problemsInWords((key, values = {}) => t(key, values), value as CaseProblem[])
    if (name === 'breaks') return (value as { value: string }[]).map((one) => one.value).join(', ')
    const kind = isKeyOf(caseFields, name) ? caseFields[name].kind : undefined
    if (kind === 'time') return time(Number(value))
    return kind === 'flag' ? t(value ? 'common.yes' : 'common.no') : String(value)
  }
}

/** Formats a change of a case; undefined for bookkeeping fields. */
export const useCaseChangeWords = () => {
  const { t } = useTranslation()
  const words = useCaseWords()
  return ({ field, before, after }: { field: string; before: unknown; after: unknown }): ChangeWords | undefined =>
    isKeyOf(caseFields, field) && !bookkeeping.has(field)
      ? { label: t(`fields.${field}`), before: words(field, before), after: words(field, after) }
      : undefined
}
