import type { Total } from '@parada/contract/kit'
import { clampPage, pageCount, type TextSize } from '@parada/domain/list/list'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenKeys } from '../../screen-keys.ts'
import { useListData } from '../data/list-data.ts'
import { useAttention } from '../data/use-hold.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import { mayPick } from '../declare/row-actions.ts'
import { isNarrowed, listChanges } from '../state/list-changes.ts'
import { moved, widened } from '../state/list-state.ts'
import { useListState } from '../state/use-list-state.ts'
import { usePicked } from '../state/use-picked.ts'
import { FilterRow } from '../table/filter-row.tsx'
import { ListHeader } from '../table/header.tsx'
import { PickPage } from '../table/pick-page.tsx'
import { ListTable } from '../table/table.tsx'
import { BesidePanel } from './beside-panel.tsx'
import { ListFooter } from './footer.tsx'
import { ActionLayers } from './layers.tsx'
import classes from './list.module.css'
import { ListModals } from './list-modals.tsx'
import { ActionBar, Counters, ListMiddle, viewKeys } from './middle.tsx'
import { Failure, Nothing, Skeleton } from './states.tsx'
import { CreateButton, ListToolbar } from './toolbar.tsx'
import { useColumns, useGroupedRows } from './use-columns.ts'
import { useListFormat } from './use-list-format.ts'
import { enterRows, useListKeys } from './use-list-keys.ts'
import { useOpening } from './use-opening.ts'
import { usePhone } from './use-phone.ts'
import { useRowActions } from './use-row-actions.ts'

const none: readonly Total[] = []

const rowHeights: Record<TextSize, number> = { small: 28, normal: 32, large: 38 }

/** The height of a row as a card, in px. */
const cardHeight = (lines: number) => 16 + 20 * lines

const focusedRow = () => document.activeElement?.closest<HTMLElement>('tbody tr[data-index]')

/** The engine behind every list screen. */
export const ListView = ({ list }: { list: ListDefinition }) => {
  const { t } = useTranslation()
  const router = useRouter()
  const root = useRef<HTMLElement>(null)
  const format = useListFormat()
  const { state, setState, look, setLook, place, leaveAt } = useListState(list)
  const attention = useAttention()
  const [turn, setTurn] = useState(0)
  // A row with an action in progress stays in place, no matter what has the focus.
  const [isActing, setActing] = useState(false)
  const group = look.isGrouped ? list.groupBy?.field : undefined
  const data = useListData(list, state, format, { isHeld: attention.isHeld || isActing, turn, group })
  const { page, glow, all, known, gone, fresh, ordered, counts, isFirstLoad, isStale, error, retry } = data
  const { rows, totalQueryCount: total, totals = none } = page

  const isPhone = usePhone()
  const { offered, columns } = useColumns(list, look, known)
  const { beside } = offered
  const shown = useGroupedRows(list, rows, group, format)
  const shownKeys = useMemo(() => shown.map((row) => row[list.rowKey]), [shown, list])

  // Rows may have disappeared since the page was chosen.
  const nearest = clampPage(state.page, total, state.size)
  const isSettled = !isFirstLoad && !isStale && !error
  useEffect(() => {
    if (isSettled && nearest !== state.page) setState((before) => ({ ...before, page: nearest }))
  }, [isSettled, nearest, state.page, setState])

  const changes = useMemo(() => listChanges(list, setState), [list, setState])
  const { turnTo, onFilter, onView, onReset } = changes

  const keyOf = (row: AnyRow) => row[list.rowKey]
  const pageKeys = useMemo(() => rows.map((row) => row[list.rowKey]), [rows, list])
  const { picked, onPick, onPage, onClear } = usePicked(all, pageKeys)
  // Rows can be picked only if the user may act on at least one of them.
  const picks = useMemo(
    () => mayPick(list.rowActions, isFirstLoad ? undefined : all, known),
    [list, all, known, isFirstLoad],
  )
  const picking = useMemo(() => (picks ? { picked, onPick, onClear } : undefined), [picks, picked, onPick, onClear])
  const showFresh = useCallback(() => setTurn((before) => before + 1), [])
  // After an action on a live list, waiting rows are shown, so that the user sees its effect.
  const onDone = () => {
    onClear()
    if (list.isLive) showFresh()
  }
  const acting = useRowActions({ list, all, known, picked, onClear: onDone, onActing: setActing })

  const { opens, onOpen, opened, close } = useOpening(list, rows[0], known)
  const [isCreating, setCreating] = useState(false)
  const [isCommanded, setCommanded] = useState(false)
  const onCommand = useCallback(() => setCommanded(true), [])
  const command = list.command?.isFor(state.view, known) ? list.command : undefined
  const { createAt } = list
  const mayCreate = list.create !== undefined || (createAt !== undefined && (createAt.isFor?.(known) ?? true))
  const onCreate = useCallback(
    () => (createAt ? void router.navigate({ to: createAt.to }) : setCreating(true)),
    [createAt, router],
  )

  const [chosen, setChosen] = useState(place?.key)
  const [wanted, setWanted] = useState<{ key: unknown }>()
  const last = useRef(chosen)
  last.current = chosen
  const onLeave = useCallback((top: number) => leaveAt(top, last.current), [leaveAt])
  const choose = (key: unknown) => {
    const at = ordered.findIndex((row) => keyOf(row) === key)
    if (at < 0) return
    setState((before) => ({ ...before, page: Math.floor(at / before.size) }))
    setWanted({ key })
  }
  // Goes to a row created elsewhere as soon as the list contains it, on whichever page.
  const isAwaited = useRef(place?.isNew === true)
  const isThere = isAwaited.current && ordered.some((row) => keyOf(row) === place?.key)
  useEffect(() => {
    if (!isThere || !isAwaited.current) return
    isAwaited.current = false
    choose(place?.key)
  })
  const toggleBeside = () => setLook({ ...look, isBeside: !look.isBeside })

  const turnBy = (step: 1 | -1) => {
    const to = nearest + step
    if (to >= 0 && to < pageCount(total, state.size)) turnTo(to)
  }
  const actByKey = (action: string) => acting.actOn(action, shownKeys[Number(focusedRow()?.dataset.index ?? -1)])
  const entered = acting.actions.find(({ onEnter }) => onEnter)
  useListKeys(root, {
    '[': () => turnBy(-1),
    ']': () => turnBy(1),
    ...(mayCreate && { n: onCreate }),
    ...(command && { [command.shortcut]: onCommand }),
    ...(fresh > 0 && { r: showFresh }),
    ...(beside && { [beside.shortcut]: toggleBeside }),
    ...(list.groupBy && { [list.groupBy.shortcut]: () => setLook({ ...look, isGrouped: !look.isGrouped }) }),
    ...(isNarrowed(list, state) && { 0: onReset }),
    ...(picked.size > 0 && { escape: onClear }),
    ...Object.fromEntries(
      viewKeys(list.views).map(([key, view]) => [
        key,
        () => onView(view === list.views[0]?.key || view === state.view ? undefined : view),
      ]),
    ),
    arrowdown: () => enterRows(root.current),
    ...Object.fromEntries(acting.actions.map(({ id, shortcut }) => [shortcut, () => actByKey(id)])),
    ...(entered && { enter: () => !!focusedRow() && actByKey(entered.id) }),
  })

  const hinted = picked.size > 0 ? acting.offeredForPicked : acting.offeredFor(chosen)
  useScreenKeys(() => [
    ['↑ ↓', t('list.hintWalk')],
    ...(opens ? [['↵', t('list.hintOpen')] as const] : []),
    ['/', t('list.hintFilter')],
    ['[ ]', t('list.hintPage')],
    ...(list.views.length > 0 ? [[`1–${Math.min(list.views.length, 9)}`, t('list.hintViews')] as const] : []),
    ...(picks ? [['␣', t('list.hintPick')] as const] : []),
    ...hinted.map(({ label, shortcut }) => [shortcut.toUpperCase(), t(label)] as const),
  ])

  const span = columns.length + (picking ? 1 : 0)
  const instead = isFirstLoad ? (
    error ? null : (
      <Skeleton rows={Math.min(state.size, 20)} columns={span} />
    )
  ) : rows.length === 0 && !error ? (
    <Nothing
      span={span}
      isFiltered={isNarrowed(list, state)}
      text={typeof list.emptyText === 'function' ? list.emptyText(known) : list.emptyText}
      onReset={onReset}
    >
      {mayCreate && createAt && <CreateButton label={createAt.label} onCreate={onCreate} />}
    </Nothing>
  ) : null

  return (
    <section ref={root} className={classes.list} data-text={look.textSize} aria-busy={isFirstLoad || isStale}>
      <ListToolbar
        list={offered}
        state={state}
        look={look}
        format={format}
        mayCreate={mayCreate}
        total={total}
        changes={changes}
        command={command}
        onLook={setLook}
        onCommand={onCommand}
        onCreate={onCreate}
      >
        <ListMiddle
          isKept={picks}
          bar={
            picked.size > 0 && (
              <ActionBar
                count={picked.size}
                actions={acting.offeredForPicked}
                format={format}
                onAct={acting.actOnPicked}
                onClear={onClear}
              />
            )
          }
        >
          {list.views.length > 0 && (
            <Counters views={list.views} view={state.view} counts={counts} format={format} onView={onView} />
          )}
        </ListMiddle>
      </ListToolbar>
      {error && <Failure message={error.message} onRetry={retry} />}
      <div className={classes.body} data-beside={(beside && look.isBeside) || undefined}>
        <ListTable
          label={t(list.title)}
          columns={columns}
          rows={shown}
          rowKey={list.rowKey}
          format={format}
          rowHeight={isPhone ? cardHeight(list.cardLines) : rowHeights[look.textSize]}
          isCards={isPhone}
          glow={glow}
          isStale={isStale}
          instead={instead}
          view={state}
          opens={opens}
          onOpen={onOpen}
          tone={list.tone}
          gone={gone}
          picking={picking}
          chosen={beside && chosen}
          onWalk={setChosen}
          onMenu={list.rowActions && acting.openMenu}
          attentive={attention.handlers}
          place={place}
          onLeave={onLeave}
          wanted={wanted}
        >
          <ListHeader
            columns={columns}
            sort={state.sort}
            onSort={changes.onSort}
            onWidth={(key, width) => setLook((before) => widened(before, key, width))}
            onMove={(key, to) => setLook((before) => moved(before, key, to, list.fixed))}
            fixed={list.fixed}
            lead={picking && <PickPage picked={picked} page={pageKeys} onPage={onPage} />}
          >
            <FilterRow
              list={list}
              columns={columns}
              filters={state.filters}
              format={format}
              hasLead={picking !== undefined}
              isNamed={isPhone}
              onFilter={onFilter}
            />
          </ListHeader>
        </ListTable>
        {beside && look.isBeside && (
          <BesidePanel beside={beside} rows={ordered} known={known} chosen={chosen} onChoose={choose} />
        )}
      </div>
      <ListFooter
        page={state.page}
        size={state.size}
        pageSizes={list.pageSizes}
        isCounted={!isFirstLoad}
        total={total}
        totals={totals}
        opens={opens !== undefined}
        picks={picks}
        actions={hinted}
        views={Math.min(list.views.length, 9)}
        fresh={fresh}
        format={format}
        onFresh={showFresh}
        onPage={turnTo}
        onSize={changes.onSize}
      />
      <output className={classes.spoken}>{isSettled ? t('list.results', { n: format.count(total) }) : ''}</output>
      <ActionLayers list={list} acting={acting} all={all} onOpen={onOpen} />
      <ListModals
        list={list}
        state={state}
        row={opened?.row}
        isCommanded={command !== undefined && isCommanded}
        isCreating={isCreating}
        onRowClose={close}
        onCommandClose={() => setCommanded(false)}
        onCreateClose={() => setCreating(false)}
      />
      <Outlet />
    </section>
  )
}
