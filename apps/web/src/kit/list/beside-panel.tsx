import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './list.module.css'
import type { Beside, BesideProps } from './list-words.ts'

type Props = { beside: Beside<never, never> } & BesideProps<unknown, unknown>

/** Beside the table, or where there is no room above it; the list says the same in words. */
export const BesidePanel = ({ beside, ...given }: Props) => {
  const { t } = useTranslation()
  const Panel = beside.component as ComponentType<BesideProps<unknown, unknown>>
  return (
    <aside className={classes.beside} aria-label={t(beside.with)}>
      <Suspense>
        <Panel {...given} />
      </Suspense>
    </aside>
  )
}
