import { ActionIcon, Group, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { clampPage, pageCount } from '@parada/domain/list/list'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './form.module.css'

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

/** `beside` and `below` are shown next to and under the label. */
type Row = { id: number; label: string; beside?: ReactNode; below?: ReactNode }

type Props = {
  label: string
  filterLabel: string
  empty: string
  rows: readonly Row[]
  filter: Pick<ReturnType<typeof usePickFilter>, 'typed' | 'type'>
  /** Set if the rows are only one page of them. */
  pages?: Pages
  isLoading: boolean
  failure: string | undefined
  value: number | null
  error?: string | undefined
  onChange: (id: number) => void
}

const PickRow = ({ id, label, beside, below }: Row) => {
  const words = useId()
  const told = [beside && `${words}-beside`, below && `${words}-below`].filter(Boolean).join(' ')
  return (
    <div className={classes.pick} data-pick={id}>
      <Radio size="xs" value={String(id)} label={label} {...(told && { 'aria-describedby': told })} />
      {beside && (
        <span id={`${words}-beside`} className={classes.beside}>
          {beside}
        </span>
      )}
      {below && (
        <small id={`${words}-below`} className={classes.below}>
          {below}
        </small>
      )}
    </div>
  )
}

/** Picks one of many: typing filters the list, the arrow keys move through it. */
export const PickList = (props: Props) => {
  const { label, filterLabel, empty, rows, filter, pages, isLoading, failure, value, error, onChange } = props
  const list = useRef<HTMLDivElement>(null)
  const isThere = rows.some(({ id }) => id === value)
  useEffect(() => {
    if (isThere) list.current?.querySelector(`[data-pick="${value}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [isThere, value])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || rows.length === 0) return
    event.preventDefault()
    const at = rows.findIndex(({ id }) => id === value)
    const next = at < 0 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, at + step))]
    if (next) onChange(next.id)
  }
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
          onKeyDown={walk}
        />
        {failure && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {failure}
          </Text>
        )}
        <ScrollArea.Autosize mah={220} type="auto" offsetScrollbars="y" aria-busy={isLoading}>
          <Stack gap={4} p={2} ref={list}>
            {rows.map((row) => (
              <PickRow key={row.id} {...row} />
            ))}
            {!isLoading && !failure && rows.length === 0 && <Text size="sm">{empty}</Text>}
          </Stack>
        </ScrollArea.Autosize>
        {pages && <Pager {...pages} />}
      </Stack>
    </Radio.Group>
  )
}
