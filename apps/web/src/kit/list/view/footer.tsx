import type { Total } from '@parada/contract/kit'
import { clampPage, pageCount } from '@parada/domain/list/list'
import { Fragment, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListFormat } from '../declare/columns.ts'
import type { RowAction } from '../declare/row-actions.ts'
import classes from './list.module.css'
import { pageNumbers } from './page-numbers.ts'

type Props = {
  page: number
  size: number
  pageSizes: readonly number[]
  /** False until rows have arrived; the footer then gives no numbers. */
  isCounted: boolean
  total: number
  totals: readonly Total[]
  opens: boolean
  picks: boolean
  actions: readonly RowAction[]
  /** How many counters have a shortcut. */
  views: number
  /** How many new rows are waiting to be shown. */
  fresh: number
  format: ListFormat
  onFresh: () => void
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Which of how many rows are shown, and the controls to reach the others. */
export const ListFooter = memo((props: Props) => {
  const { page, size, pageSizes, isCounted, total, totals, opens, picks, actions, views, fresh, format } = props
  const { onFresh, onPage, onSize } = props
  const { t } = useTranslation()
  const count = pageCount(total, size)
  const current = clampPage(page, total, size)
  const range = {
    from: format.count(total === 0 ? 0 : current * size + 1),
    to: format.count(Math.min(total, (current + 1) * size)),
    total: format.count(total),
  }
  return (
    <footer className={classes.footer}>
      <span className={classes.total}>
        {isCounted && t('list.shown', range)}
        {totals.map(({ currency, amounts }) =>
          Object.entries(amounts).map(([field, amount], _, all) => (
            <Fragment key={`${currency} ${field}`}>
              {' · '}
              {all.length > 1 && `${t(`fields.${field}`)} `}
              {format.money(amount, currency)}
            </Fragment>
          )),
        )}
      </span>
      {fresh > 0 && (
        <button type="button" className={classes.fresh} aria-keyshortcuts="r" onClick={onFresh}>
          {t('list.fresh', { n: format.count(fresh) })} <kbd>R</kbd>
        </button>
      )}
      <span className={classes.hint} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('list.hintWalk')}
        {opens && (
          <>
            {' '}
            <kbd>↵</kbd> {t('list.hintOpen')}
          </>
        )}{' '}
        <kbd>/</kbd> {t('list.hintFilter')} <kbd>[</kbd>
        <kbd>]</kbd> {t('list.hintPage')}
        {views > 0 && (
          <>
            {' '}
            <kbd>1–{views}</kbd> {t('list.hintViews')}
          </>
        )}
        {picks && (
          <>
            {' '}
            <kbd>␣</kbd> {t('list.hintPick')}
          </>
        )}
        {actions.map(({ id, label, shortcut }) => (
          <Fragment key={id}>
            {' '}
            <kbd>{shortcut.toUpperCase()}</kbd> {t(label)}
          </Fragment>
        ))}
      </span>
      <select
        className={classes.size}
        aria-label={t('list.rowsPerPage')}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
      >
        {pageSizes.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <nav className={classes.pages} aria-label={t('list.pages')}>
        <button
          type="button"
          aria-label={t('list.previousPage')}
          disabled={current === 0}
          onClick={() => onPage(current - 1)}
        >
          ‹
        </button>
        {pageNumbers(current, count).map((number, at) =>
          number === 'gap' ? (
            <span key={at === 1 ? 'before' : 'after'}>…</span>
          ) : (
            <button
              key={number}
              type="button"
              aria-label={t('list.page', { page: format.count(number + 1) })}
              aria-current={number === current ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {format.count(number + 1)}
            </button>
          ),
        )}
        <button
          type="button"
          aria-label={t('list.nextPage')}
          disabled={current >= count - 1}
          onClick={() => onPage(current + 1)}
        >
          ›
        </button>
      </nav>
    </footer>
  )
})
