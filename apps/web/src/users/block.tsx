import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../kit/client.ts'
import classes from './users.module.css'

type Query = { error: CallFailed | null; isFetching: boolean; refetch: () => unknown }

type Props = {
  title: string
  /** Where its content comes from; what fails to load says so here, and leaves everything else standing. */
  query?: Query
  /** What can be done, beside the title. */
  action?: ReactNode
  children?: ReactNode
}

/** A part of the page with its own title, and its own failure. */
export const Block = ({ title, query, action, children }: Props) => {
  const { t } = useTranslation()
  const error = query?.error
  return (
    <section className={classes.block} aria-label={title} aria-busy={query?.isFetching && !children ? true : undefined}>
      <h2>
        {title} {action}
      </h2>
      {error ? (
        <div role="alert" className={classes.failed}>
          <p>{t('user.partFailed', { message: error.message })}</p>
          <Button
            type="button"
            size="compact-sm"
            variant="default"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : (
        children
      )}
    </section>
  )
}
