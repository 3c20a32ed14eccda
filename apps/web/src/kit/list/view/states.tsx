import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import tableClasses from '../table/table.module.css'
import classes from './list.module.css'

/** A placeholder for the rows, shown only until the first ones arrive. */
export const Skeleton = ({ rows, columns }: { rows: number; columns: number }) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity but their place
    <tr key={row} aria-hidden="true" className={tableClasses.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor have their cells
        <td key={column}>
          <i />
        </td>
      ))}
    </tr>
  ))

type NothingProps = {
  span: number
  isFiltered: boolean
  /** Message key of the text for a list that is empty even without filters. */
  text?: string | undefined
  onReset: () => void
  /** The next step to offer when there is nothing yet. */
  children?: ReactNode
}

export const Nothing = ({ span, isFiltered, text = 'list.nothingYet', onReset, children }: NothingProps) => {
  const { t } = useTranslation()
  return (
    <tr className={tableClasses.nothing}>
      <td colSpan={span}>
        <div>
          {t(isFiltered ? 'list.nothingFound' : text)}
          {isFiltered ? (
            <button type="button" className={classes.tool} onClick={onReset}>
              {t('list.resetFilters')}
            </button>
          ) : (
            children
          )}
        </div>
      </td>
    </tr>
  )
}

export const Failure = ({ message, onRetry }: { message: string; onRetry: () => unknown }) => {
  const { t } = useTranslation()
  return (
    <div role="alert" className={classes.failure}>
      <span>{t('list.failed', { message })}</span>
      <button type="button" className={classes.tool} onClick={() => onRetry()}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}
