import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../kit/client.ts'
import classes from './users.module.css'

type Query = { error: CallFailed | null; isFetching: boolean; refetch: () => unknown }

type Props = {
  title: string
  /** Where the content comes from. A loading failure is shown here and does not affect the rest of the page. */
  query?: Query
  /** A control beside the title. */
  action?: ReactNode
  children?: ReactNode
}

/** A section of the page with its own title and its own loading failure. */
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
