import { ActionIcon, Group, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { clampPage, pageCount } from '@parada/domain/list/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The filter as typed, and as requested after a pause. Typing goes back to the first page. */
export const usePickFilter = (delayMs: number) => {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const [sought] = useDebouncedValue(typed, delayMs)
  const type = (text: string) => {
    setTyped(text)
    setPage(0)
  }
  return { typed, sought: sought.trim(), type, page, setPage }
}

type Pages = { page: number; size: number; total: number; onPage: (page: number) => void }

const Pager = ({ page, size, total, onPage }: Pages) => {
  const { t } = useTranslation()
  const current = clampPage(page, total, size)
  const range = { from: total === 0 ? 0 : current * size + 1, to: Math.min(total, (current + 1) * size), total }
  return (
    <Group gap="xs" justify="space-between">
      <Text size="xs" role="status">
        {t('list.shown', range)}
      </Text>
      <Group gap={4}>
        <ActionIcon
          variant="default"
          size="sm"
          aria-label={t('list.previousPage')}
          disabled={current === 0}
          onClick={() => onPage(current - 1)}
        >
          ‹
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="sm"
          aria-label={t('list.nextPage')}
          disabled={current >= pageCount(total, size) - 1}
          onClick={() => onPage(current + 1)}
        >
          ›
        </ActionIcon>
      </Group>
    </Group>
  )
}

type Props = {
  label: string
  filterLabel: string
  empty: string
  rows: readonly { id: number; label: string }[]
  filter: Pick<ReturnType<typeof usePickFilter>, 'typed' | 'type'>
  /** Where the rows are those of one page. */
  pages?: Pages
  isLoading: boolean
  failure: string | undefined
  value: number | null
  error?: string | undefined
  onChange: (id: number) => void
}

/** Picks one out of many: typing filters the list, the arrow keys move through it. */
export const PickList = (props: Props) => {
  const { label, filterLabel, empty, rows, filter, pages, isLoading, failure, value, error, onChange } = props
  return (
    <Radio.Group
      size="sm"
      label={label}
      error={error}
      value={value === null ? '' : String(value)}
      onChange={(id) => onChange(Number(id))}
    >
      <Stack gap={6}>
        <TextInput
          size="sm"
          data-autofocus
          aria-label={filterLabel}
          placeholder={filterLabel}
          value={filter.typed}
          error={error !== undefined}
          autoComplete="off"
          onChange={(event) => filter.type(event.currentTarget.value)}
        />
        {failure && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {failure}
          </Text>
        )}
        <ScrollArea.Autosize mah={220} type="auto" aria-busy={isLoading}>
          <Stack gap={4} p={2}>
            {rows.map((row) => (
              <Radio key={row.id} size="xs" value={String(row.id)} label={row.label} />
            ))}
            {!isLoading && !failure && rows.length === 0 && <Text size="sm">{empty}</Text>}
          </Stack>
        </ScrollArea.Autosize>
        {pages && <Pager {...pages} />}
      </Stack>
    </Radio.Group>
  )
}
