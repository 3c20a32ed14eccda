import { useTranslation } from 'react-i18next'
import classes from './table.module.css'

type Props = { picked: ReadonlySet<unknown>; page: readonly unknown[]; onPage: () => void }

/** Picks or unpicks all rows of the page. */
export const PickPage = ({ picked, page, onPage }: Props) => {
  const { t } = useTranslation()
  const count = page.filter((key) => picked.has(key)).length
  const isAll = page.length > 0 && count === page.length
  return (
    <th data-pick scope="col">
      <input
        type="checkbox"
        className={classes.box}
        aria-label={t('list.pickPage')}
        checked={isAll}
        disabled={page.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        onChange={onPage}
      />
    </th>
  )
}
