import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { BookingBreak } from '@parada/contract/booking'
import { projects } from '@parada/contract/calls/projects'
import { applyDependencies } from '@parada/domain/booking/breaks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'

export type Break = z.output<typeof BookingBreak>
/** Values by field id; an empty field has no entry. */
export type BreakValues = Readonly<Record<number, string>>

/** The fields as these values show, hide and require them. A hidden field loses its value. */
export const applyValues = (breaks: readonly Break[], values: BreakValues) =>
  applyDependencies(breaks.map((one) => ({ ...one, value: values[one.id] ?? '' })))

/** The values without those of hidden fields. */
export const keptValues = (breaks: readonly Break[], values: BreakValues): BreakValues =>
  Object.fromEntries(applyValues(breaks, values).flatMap(({ id, value }) => (value ? [[id, value]] : [])))

type FieldProps = {
  label: string
  value: string
  error: string | undefined
  isRequired: boolean
  onChange: (value: string) => void
}

/** A project is picked from suggestions, not typed freely. */
const ProjectField = ({ label, value, error, isRequired, onChange, filter }: FieldProps & { filter: string }) => {
  const { t } = useTranslation()
  const client = useClient()
  const [search, setSearch] = useState(value)
  const [keyword] = useDebouncedValue(search.split(' · ')[0] ?? '', 120)
  const isAllowed = useMay(projects.suggest)
  const { data } = useQuery({
    queryKey: ['projects', filter, keyword],
    queryFn: ({ signal }) => client(projects.suggest, { query: { filter, keyword }, signal }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const suggestions = (data?.projectBeanList ?? []).map(({ keyProject, title }) => ({
    value: keyProject,
    label: `${keyProject} · ${title}`,
  }))
  const isMissing = value !== '' && !suggestions.some((one) => one.value === value)
  return (
    <Select
      size="sm"
      label={label}
      placeholder={t('wizard.project')}
      searchable
      clearable
      required={isRequired}
      data={isMissing ? [{ value, label: value }, ...suggestions] : suggestions}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('common.noResults')}
      maxDropdownHeight={180}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      error={error}
      errorProps={{ role: 'alert' }}
    />
  )
}

const TextField = ({ label, value, error, isRequired, onChange }: FieldProps) => (
  <TextInput
    size="sm"
    label={label}
    required={isRequired}
    autoComplete="off"
    maxLength={200}
    value={value}
    error={error}
    errorProps={{ role: 'alert' }}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

type Props = {
  breaks: readonly Break[]
  values: BreakValues
  errorOf: (id: number) => string | undefined
  onChange: (values: BreakValues) => void
}

/** Inputs for the account fields, shown, hidden and required according to the values so far. */
export const BreakFields = ({ breaks, values, errorOf, onChange }: Props) => {
  const { t } = useTranslation()
  return applyValues(breaks, values)
    .filter(({ visible }) => visible)
    .map(({ id, type, label, filter, required }) => {
      const props = {
        label: label || t('fields.bookingBreak', { n: id }),
        value: values[id] ?? '',
        error: errorOf(id),
        isRequired: required,
        onChange: (value: string) => onChange(keptValues(breaks, { ...values, [id]: value })),
      }
      return (
        <div key={id} data-field={`break${id}`}>
          {type === 'project' ? <ProjectField {...props} filter={filter ?? ''} /> : <TextField {...props} />}
        </div>
      )
    })
}
