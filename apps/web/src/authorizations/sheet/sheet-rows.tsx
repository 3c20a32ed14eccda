import { Button, Group, Table, Text } from '@mantine/core'
import {
  type AuthorizationSheet,
  type AuthorizationSheetRow,
  authorizationSheets,
} from '@parada/contract/calls/authorization-sheets'
import { authorizationFields } from '@parada/domain/authorization/fields'
import { type RowKind, rowKinds } from '@parada/domain/authorization/sheet/plan'
import { isKeyOf } from '@parada/domain/objects'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../../kit/client.ts'
import { Notice } from '../../kit/form/notice.tsx'
import { type Formats, formatsFor } from '../../kit/format.ts'
import classes from './sheet.module.css'

const pageSize = 50

type Column = AuthorizationSheet['columns'][number]

const shown = (field: string, value: unknown, format: Formats) => {
  if (value === null || value === '') return '—'
  const isTime = isKeyOf(authorizationFields, field) && authorizationFields[field].kind === 'time'
  return isTime ? format.date(Number(value)) : String(value)
}

/** A cell, with the value it would replace before it and the reasons for its refusal after it. */
const Cell = ({ column, text, row }: { column: Column; text: string; row: AuthorizationSheetRow }) => {
  const { t, i18n } = useTranslation()
  const { field } = column
  const reasons = row.problems.filter((one) => one.field === field)
  const isChanged = field !== null && Object.hasOwn(row.before, field)
  return (
    <Table.Td data-refused={reasons.length > 0 || undefined} data-changed={isChanged || undefined}>
      {isChanged && (
        <>
          <del title={t('sheet.before')}>{shown(field, row.before[field], formatsFor(i18n.language))}</del>{' '}
          <span aria-hidden="true">→</span>{' '}
        </>
      )}
      {text || (isChanged ? '—' : '')}
      {reasons.map(({ problem, values }) => (
        <span key={problem} className={classes.reason}>
          <span aria-hidden="true">! </span>
          {t(problem, values ?? {})}
        </span>
      ))}
    </Table.Td>
  )
}

const Row = ({ row, columns }: { row: AuthorizationSheetRow; columns: readonly Column[] }) => {
  const { t } = useTranslation()
  // Problems with fields that the sheet has no column for.
  const elsewhere = row.problems.filter(({ field }) => !columns.some((column) => column.field === field))
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.number}>
        {row.number}
      </Table.Th>
      <Table.Td>
        <span className={classes.kind} data-kind={row.kind}>
          {t(`sheet.kinds.${row.kind}`)}
        </span>
        {row.isWritten && <span className={classes.written}>{t('sheet.isWritten')}</span>}
        {elsewhere.map(({ field, problem, values }) => {
          const [, base = field, n] = /^(.*?)(\d+)$/.exec(field) ?? []
          return (
            <span key={field} className={classes.reason}>
              {t(`fields.${base}`, { n })}: {t(problem, values ?? {})}
            </span>
          )
        })}
      </Table.Td>
      {columns.map((column, at) => (
        <Cell key={column.heading || at} column={column} text={row.cells[at] ?? ''} row={row} />
      ))}
    </Table.Tr>
  )
}

type CounterProps = {
  sheet: AuthorizationSheet
  kind: RowKind | undefined
  onKind: (kind: RowKind | undefined) => void
}

/** The number of rows of each kind; a click filters by that kind. */
const Counters = ({ sheet: { counts }, kind, onKind }: CounterProps) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const all = rowKinds.reduce((sum, one) => sum + counts[one], 0)
  const choice = (one: RowKind | undefined, label: string, count: number) => (
    <button key={label} type="button" aria-pressed={kind === one} onClick={() => onKind(one)}>
      {one && <span aria-hidden="true" className={classes.dot} data-kind={one} />}
      {label} <b>{format.count(count)}</b>
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form
    <div role="group" aria-label={t('sheet.show')} className={classes.counters}>
      {choice(undefined, t('sheet.all'), all)}
      {rowKinds.map((one) => choice(one, t(`sheet.counters.${one}`), counts[one]))}
    </div>
  )
}

/** The rows of a sheet, page by page, with the effect of each. */
export const SheetRows = ({ sheet, isHeld }: { sheet: AuthorizationSheet; isHeld: boolean }) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const client = useClient()
  const [kind, setKind] = useState<RowKind>()
  const [page, setPage] = useState(0)
  const query = { ...(kind && { kind }), pageNumber: page, resultsPerPage: pageSize }
  const { data, error, isPlaceholderData } = useQuery({
    // Rows change too often while they are being written to be worth refetching.
    queryKey: ['sheet', sheet.id, query, isHeld ? 'held' : sheet.written + sheet.counts.refused],
    queryFn: ({ signal }) => client(authorizationSheets.rows, { params: { id: sheet.id }, query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const total = data?.total ?? 0
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const columns = sheet.columns.filter(({ heading }) => heading !== '')
  return (
    <>
      <Counters
        sheet={sheet}
        kind={kind}
        onKind={(next) => {
          setKind(next)
          setPage(0)
        }}
      />
      {error && <Notice>{toFailure(error).message}</Notice>}
      <section
        className={classes.rows}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        data-autofocus
        aria-label={t('sheet.rows')}
        data-stale={isPlaceholderData || undefined}
      >
        <Table verticalSpacing={4} horizontalSpacing={8} fz={13} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('sheet.row')}</Table.Th>
              <Table.Th scope="col">{t('sheet.state')}</Table.Th>
              {columns.map(({ heading }, at) => (
                <Table.Th scope="col" key={heading || at}>
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data?.rows.map((row) => (
              <Row
                key={row.number}
                row={{ ...row, cells: row.cells.filter((_, at) => sheet.columns[at]?.heading !== '') }}
                columns={columns}
              />
            ))}
          </Table.Tbody>
        </Table>
        {data && total === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            {t('sheet.noRows')}
          </Text>
        )}
      </section>
      {last > 0 && (
        <Group gap="xs" justify="flex-end">
          <Text size="sm" className={classes.figures}>
            {t('sheet.page', { page: format.count(page + 1), pages: format.count(last + 1) })}
          </Text>
          <Button size="compact-xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('sheet.previous')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('sheet.next')}
          </Button>
        </Group>
      )}
    </>
  )
}
