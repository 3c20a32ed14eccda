import { rangePresets } from '@parada/domain/list/date-range'
import { listDefaults, type TextSize, textSizes } from '@parada/domain/list/list'
import { memo, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../lazy.ts'
import type { ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { Beside, ListCommand } from '../declare/list-types.ts'
import { isFiltered, type listChanges } from '../state/list-changes.ts'
import { type ListLook, type ListState, rangeChoiceProblem, rangeIn } from '../state/list-state.ts'
import { ExportButton } from './export-button.tsx'
import classes from './list.module.css'

const ColumnModal = lazy(async () => ({ default: (await import('./column-modal.tsx')).ColumnModal }))
const DateRangeModal = lazy(async () => ({
  default: (await import('../../date-range-modal.tsx')).DateRangeModal<never>,
}))

type Props = {
  list: ListDefinition
  state: ListState
  look: ListLook
  format: ListFormat
  mayCreate: boolean
  /** The total number of rows. */
  total: number
  /** The counters, or the action bar while rows are picked. */
  children?: ReactNode
  changes: ReturnType<typeof listChanges>
  /** The command for the current view. */
  command: ListCommand | undefined
  onLook: (look: ListLook) => void
  onCommand: () => void
  onCreate: () => void
}

const two = (number: number) => String(number).padStart(2, '0')

const isoDay = (epoch: number) => {
  const date = new Date(epoch)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const nextSize = (size: TextSize, step: number) => textSizes[textSizes.indexOf(size) + step]

/** The presets that are not longer than the list allows. */
const fitting = ({ dateRange, maxDays }: ListDefinition, now: number) =>
  (dateRange?.presets ?? rangePresets).filter((preset) => !rangeChoiceProblem(preset, maxDays, now))

/** Counters go beside the title while they fit: up to six, or four if there are two more buttons. */
const viewsLine = (count: number, buttons: number) =>
  count === 0 ? undefined : count > (buttons > 1 ? 4 : 6) ? 'below' : 'beside'

/** The controls for the list as a whole, without those that the reader cannot use. */
export const ListToolbar = memo((props: Props) => {
  const { list, state, look, format, mayCreate, total, changes, command, children } = props
  const { beside } = list
  const { onLook, onCommand, onCreate } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'columns' | 'range'>()
  const [now] = useState(Date.now)
  const { filters } = state
  const range = state.range && rangeIn(state.range, now)
  const unseen = list.columns.filter(({ key }) => filters[key] && !look.columns.includes(key))
  const close = () => setOpened(undefined)

  const textSize = (step: 1 | -1, sign: string, label: string) => {
    const next = nextSize(look.textSize, step)
    return (
      <button
        type="button"
        className={classes.tool}
        aria-label={`${sign} ${t(label)}`}
        title={t(label)}
        disabled={!next}
        onClick={() => onLook({ ...look, textSize: next ?? listDefaults.textSize })}
      >
        {sign}
      </button>
    )
  }

  return (
    <header
      className={classes.toolbar}
      data-views={viewsLine(list.views.length, Number(mayCreate) + Number(command !== undefined))}
    >
      <h1 className={classes.title}>{t(list.title)}</h1>
      {range && list.dateRange && list.narrowsByDate && (
        <button type="button" className={classes.tool} onClick={() => setOpened('range')}>
          {format.date(range.from)} – {format.date(range.to)} ▾
        </button>
      )}
      {range && list.dateTypes.length > 0 && (
        <select
          className={classes.tool}
          aria-label={t('list.dateType')}
          value={state.dateType ?? list.dateTypes[0]}
          onChange={(event) => changes.onDateType(event.target.value)}
        >
          {list.dateTypes.map((type) => (
            <option key={type} value={type}>
              {t(`list.dateTypes.${type}`)}
            </option>
          ))}
        </select>
      )}
      {unseen.map(({ key, label, labelValues, field }) => (
        <button
          key={key}
          type="button"
          className={classes.chip}
          title={t('list.clearFilter', { field: t(label, labelValues) })}
          onClick={() => changes.onFilter(Object.fromEntries(Object.entries(filters).filter(([name]) => name !== key)))}
        >
          {t(label, labelValues)}: {field.codes ? format.code(field.codes, filters[key]) : filters[key]} ×
        </button>
      ))}
      {children}
      <span className={classes.spring} />
      {isFiltered(list, state) && (
        <button type="button" className={classes.tool} aria-keyshortcuts="0" onClick={changes.onReset}>
          {t('list.resetFilters')}
        </button>
      )}
      {beside && (
        <BesideToggle beside={beside} isOpen={look.isBeside} onToggle={(isBeside) => onLook({ ...look, isBeside })} />
      )}
      <span className={classes.tools}>
        {list.groupBy && (
          <button
            type="button"
            className={classes.tool}
            aria-pressed={look.isGrouped}
            aria-keyshortcuts={list.groupBy.shortcut}
            onClick={() => onLook({ ...look, isGrouped: !look.isGrouped })}
          >
            {t(list.groupBy.label)}
          </button>
        )}
        <button type="button" className={classes.tool} onClick={() => setOpened('columns')}>
          {t('list.columns')}
        </button>
        <span className={classes.pair}>
          {textSize(-1, 'A−', 'list.smallerText')}
          {textSize(1, 'A+', 'list.largerText')}
        </span>
        <ExportButton list={list} columns={look.columns} state={state} total={total} />
      </span>
      {command && (
        <button
          type="button"
          className={mayCreate ? classes.tool : classes.create}
          aria-keyshortcuts={command.shortcut}
          onClick={onCommand}
        >
          {t(command.label)} <kbd>{command.shortcut.toUpperCase()}</kbd>
        </button>
      )}
      {mayCreate && <CreateButton label={(list.create ?? list.createAt)?.label ?? ''} onCreate={onCreate} />}
      <Suspense fallback={null}>
        {opened === 'columns' && (
          <ColumnModal
            list={list}
            visible={look.columns}
            onChoose={(columns) => onLook({ ...look, columns })}
            onClose={close}
          />
        )}
        {opened === 'range' && range && list.dateRange && (
          <DateRangeModal
            initial={{ from: isoDay(range.from), to: isoDay(range.to) }}
            presets={fitting(list, now) as never[]}
            maxDays={list.maxDays}
            problemOf={(choice) => rangeChoiceProblem(choice, list.maxDays, now)}
            onChoose={changes.onRange}
            onClose={close}
          />
        )}
      </Suspense>
    </header>
  )
})

/** The button for a new record, with its shortcut. */
export const CreateButton = ({ label, onCreate }: { label: string; onCreate: () => void }) => {
  const { t } = useTranslation()
  return (
    <button type="button" className={classes.create} aria-keyshortcuts="n" onClick={onCreate}>
      {t(label)} <kbd>N</kbd>
    </button>
  )
}

type ToggleProps = { beside: Beside; isOpen: boolean; onToggle: (isOpen: boolean) => void }

const BesideToggle = ({ beside, isOpen, onToggle }: ToggleProps) => {
  const { t } = useTranslation()
  const way = (label: string, opens: boolean) => (
    <button
      type="button"
      aria-pressed={isOpen === opens}
      aria-keyshortcuts={beside.shortcut}
      onClick={() => onToggle(opens)}
    >
      {t(label)}
      {opens && <kbd>{beside.shortcut.toUpperCase()}</kbd>}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form
    <span className={classes.toggle} role="group" aria-label={t('list.beside')}>
      {way(beside.without, false)}
      {way(beside.with, true)}
    </span>
  )
}
