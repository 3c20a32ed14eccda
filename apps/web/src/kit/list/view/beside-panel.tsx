import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Beside, BesideProps } from '../declare/list-types.ts'
import classes from './list.module.css'

type Props = { beside: Beside } & BesideProps

/** Beside the table, or above it where there is no room. The list says the same in words. */
export const BesidePanel = ({ beside, ...given }: Props) => {
  const { t } = useTranslation()
  const Panel = beside.component
  return (
    <aside className={classes.beside} aria-label={t(beside.with)}>
      <Suspense>
        <Panel {...given} />
      </Suspense>
    </aside>
  )
}
