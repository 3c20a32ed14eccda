import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { projects } from '@parada/contract/calls/projects'
import { applyDependencies } from '@parada/domain/booking/breaks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../use-may.ts'
import { useWizard } from '../wizard-context.ts'
import { useStepThree } from './step-three.ts'

type Props = { id: number; label: string; filter?: string | null; isRequired: boolean }

const useBreak = (id: number) => {
  const { draft, change, errorOf } = useWizard()
  return {
    value: draft.breaks[id] ?? '',
    put: (value: string) => change({ breaks: { ...draft.breaks, [id]: value } }),
    error: errorOf(`break${id}`),
  }
}

/** A project is chosen, never typed. */
const ProjectBreak = ({ id, label, filter, isRequired }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const { value, put, error } = useBreak(id)
  const [typed, setTyped] = useState(value)
  const [keyword] = useDebouncedValue(typed, 120)
  const isAllowed = useMay(projects.suggest)
  const { data } = useQuery({
    queryKey: ['wizard', 'projects', filter, keyword],
    queryFn: ({ signal }) =>
      client(projects.suggest, { query: { filter: filter ?? '', keyword: keyword.split(' · ')[0] ?? '' }, signal }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const found = (data?.projectBeanList ?? []).map(({ keyProject, title }) => ({
    value: keyProject,
    label: `${keyProject} · ${title}`,
  }))
  const isGone = value !== '' && !found.some((one) => one.value === value)
  return (
    <div data-field={`break${id}`}>
      <Select
        size="sm"
        label={label}
        placeholder={t('wizard.project')}
        searchable
        clearable
        required={isRequired}
        data={isGone ? [{ value, label: value }, ...found] : found}
        value={value || null}
        onChange={(chosen) => put(chosen ?? '')}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={t('common.noResults')}
        maxDropdownHeight={180}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        error={error}
        errorProps={{ role: 'alert' }}
      />
    </div>
  )
}

const TextBreak = ({ id, label, isRequired }: Props) => {
  const { value, put, error } = useBreak(id)
  return (
    <TextInput
      size="sm"
      data-field={`break${id}`}
      label={label}
      required={isRequired}
      autoComplete="off"
      maxLength={200}
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      onChange={({ target }) => put(target.value)}
    />
  )
}

/** What the payment account wants to know, shown, hidden and required by what was answered already. */
export const BreakFields = () => {
  const { t } = useTranslation()
  const { draft, change } = useWizard()
  const { breaks } = useStepThree()
  const applied = applyDependencies(breaks.map((one) => ({ ...one, value: draft.breaks[one.id] ?? '' })))
  const kept = Object.fromEntries(applied.filter(({ value }) => value).map(({ id, value }) => [id, value as string]))
  const isHeld = breaks.length === 0 || JSON.stringify(kept) === JSON.stringify(draft.breaks)
  // A hidden break loses its value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what differs is written
  useEffect(() => {
    if (!isHeld) change({ breaks: kept })
  }, [isHeld])
  return applied
    .filter(({ visible }) => visible)
    .map(({ id, type, label, filter, required }) => {
      const props = {
        id,
        label: label || t('fields.bookingBreak', { n: id }),
        filter: filter ?? null,
        isRequired: required,
      }
      return type === 'project' ? <ProjectBreak key={id} {...props} /> : <TextBreak key={id} {...props} />
    })
}
