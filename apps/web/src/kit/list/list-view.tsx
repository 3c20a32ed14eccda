import type { CodeKind } from '@parada/domain/codes'
import { labelKey } from '@parada/domain/codes'
import { clampPage, pageCount, type TextSize } from '@parada/domain/list'
import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../format.ts'
import type { Column, ListFormat } from './columns.ts'
import { FilterRow } from './filter-row.tsx'
import classes from './list.module.css'
import { useListData } from './list-data.ts'
import type { ListDefinition } from './list-definition.ts'
import { ListFooter } from './list-footer.tsx'
import { ListHeader } from './list-header.tsx'
import { changed, type ListState, type RangeChoice } from './list-state.ts'
import { Failure, Nothing, Skeleton } from './list-states.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useListState } from './use-list-state.ts'

export const rowHeights: Record<TextSize, number> = { small: 28, normal: 32, large: 38 }

const useListFormat = (): ListFormat => {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  return useMemo(() => {
    const labels = new Map<string, string>()
    const code = (kind: CodeKind, value: unknown) => {
      const key = labelKey(kind, value as string | number)
      if (!key) return value === null || value === undefined ? '' : String(value)
      const label = labels.get(key) ?? t(key)
      labels.set(key, label)
      return label
    }
    const [yes, no] = [t('list.yes'), t('list.no')]
    return { ...formatsFor(language), code, flag: (value) => (value ? yes : no) }
  }, [t, language])
}

const openEvery = () => true

/** The engine behind every list screen. */
export const ListView = ({ list }: { list: ListDefinition }) => {
  const { t } = useTranslation()
  const router = useRouter()
  const root = useRef<HTMLElement>(null)
  const format = useListFormat()
  const { state, setState, look, setLook } = useListState(list)
  const { page, glow, isFirstLoad, isStale, error, retry } = useListData(list, state, format)
  const { rows, totalQueryCount: total, totalAmount } = page

  const columns = useMemo(
    () => look.columns.map((key) => list.columns.find((column) => column.key === key) as Column<never>),
    [look.columns, list],
  )

  // Rows may have gone since the page was chosen.
  const nearest = clampPage(state.page, total, state.size)
  const isSettled = !isFirstLoad && !isStale && !error
  useEffect(() => {
    if (isSettled && nearest !== state.page) setState((before) => ({ ...before, page: nearest }))
  }, [isSettled, nearest, state.page, setState])

  const turnTo = useCallback((to: number) => setState((before) => ({ ...before, page: to })), [setState])
  const onSize = useCallback((size: number) => setState((before) => changed(before, { size })), [setState])
  const onSort = useCallback((sort: ListState['sort']) => setState((before) => changed(before, { sort })), [setState])
  const onFilter = useCallback(
    (filters: ListState['filters']) => setState((before) => changed(before, { filters })),
    [setState],
  )
  const onRange = useCallback((range: RangeChoice) => setState((before) => changed(before, { range })), [setState])
  const [opened, setOpened] = useState<{ row: never }>()
  const [isCreating, setCreating] = useState(false)
  const onCreate = useCallback(() => setCreating(true), [])
  const RowModal = list.rowModal
  const CreateModal = list.create?.modal
  const opens = RowModal ? openEvery : list.openRow
  const onOpen = useCallback(
    (row: never, inNewTab: boolean) => {
      if (list.rowModal) return setOpened({ row })
      const target = list.openRow?.(row)
      if (!target) return
      if (inNewTab) window.open(router.buildLocation(target as never).href, '_blank', 'noopener')
      else void router.navigate(target as never)
    },
    [list, router],
  )
  const turn = (step: 1 | -1) => {
    const to = nearest + step
    if (to >= 0 && to < pageCount(total, state.size)) turnTo(to)
  }
  useListKeys(root, { '[': () => turn(-1), ']': () => turn(1), ...(list.create && { n: onCreate }) })

  const isFiltered = Object.keys(state.filters).length > 0
  const instead = isFirstLoad ? (
    error ? null : (
      <Skeleton rows={Math.min(state.size, 20)} columns={columns.length} />
    )
  ) : rows.length === 0 && !error ? (
    <Nothing span={columns.length} isFiltered={isFiltered} onReset={() => onFilter({})} />
  ) : null

  return (
    <section ref={root} className={classes.list} data-text={look.textSize} aria-busy={isFirstLoad || isStale}>
      <ListToolbar
        list={list}
        state={state}
        look={look}
        format={format}
        onLook={setLook}
        onRange={onRange}
        onFilter={onFilter}
        onCreate={onCreate}
      />
      {error && <Failure message={error.message} onRetry={retry} />}
      <ListTable
        label={t(list.title)}
        columns={columns}
        rows={rows}
        rowKey={list.rowKey}
        format={format}
        rowHeight={rowHeights[look.textSize]}
        glow={glow}
        isStale={isStale}
        instead={instead}
        view={state}
        opens={opens}
        onOpen={onOpen}
      >
        <ListHeader columns={columns} sort={state.sort} onSort={onSort}>
          <FilterRow list={list} columns={columns} filters={state.filters} format={format} onFilter={onFilter} />
        </ListHeader>
      </ListTable>
      <ListFooter
        page={state.page}
        size={state.size}
        pageSizes={list.pageSizes}
        total={total}
        amount={totalAmount}
        currency={list.currency}
        opens={opens !== undefined}
        format={format}
        onPage={turnTo}
        onSize={onSize}
      />
      <output className={classes.spoken}>{isSettled ? t('list.results', { n: format.count(total) }) : ''}</output>
      {RowModal && opened && (
        <Suspense>
          <RowModal row={opened.row} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      {CreateModal && isCreating && (
        <Suspense>
          <CreateModal onClose={() => setCreating(false)} />
        </Suspense>
      )}
      <Outlet />
    </section>
  )
}
