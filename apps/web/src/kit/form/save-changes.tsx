import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../record-page.module.css'
import { LeaveGuard } from './leave-guard.tsx'

type Props = {
  form: { failure: string | undefined; isChanged: boolean; isPending: boolean; reset: () => void }
  /** Whether the record is about to be removed, and unsaved changes with it. */
  isGoing?: boolean
}

/**
 * The foot of a form that is a page or part of one: the failure, and buttons to save or discard. Asks before the user
 * leaves with unsaved changes.
 */
export const SaveChanges = ({ form: { failure, isChanged, isPending, reset }, isGoing = false }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <LeaveGuard isHeld={isChanged && !isPending && !isGoing} />
      {failure && (
        <p role="alert" className={classes.failed}>
          {failure}
        </p>
      )}
      <Group justify="flex-end" gap="xs">
        {isChanged && (
          <Button type="button" size="xs" variant="default" onClick={reset}>
            {t('common.discard')}
          </Button>
        )}
        <Button type="submit" size="xs" disabled={!isChanged} loading={isPending} aria-keyshortcuts="Control+Enter">
          {t('common.save')}
        </Button>
      </Group>
    </>
  )
}
