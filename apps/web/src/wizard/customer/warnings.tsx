import { stateLabelKey } from '@parada/domain/booking/dispatch'
import type { Draft } from '@parada/domain/wizard/draft'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { useOpenBookings } from './use-past.ts'

export type Warning = { key: string; text: string; isLoud: boolean }

/** What the operator should know before greeting the caller. */
export const useWarnings = (draft: Draft): Warning[] => {
  const { t, i18n } = useTranslation()
  const open = useOpenBookings(draft)
  const formats = formatsFor(i18n.language)
  return [
    ...(draft.customer?.isBlacklisted ? [{ key: 'blacklisted', text: t('caller.blacklisted'), isLoud: true }] : []),
    ...open.slice(0, 2).map(({ id, status, statusDispatch, timeBookingStartTimestamp }) => ({
      key: String(id),
      text: t('booking.active', {
        id,
        state: t(stateLabelKey({ status, statusDispatch }) ?? String(status)),
        time: formats.time(timeBookingStartTimestamp),
      }),
      isLoud: false,
    })),
  ]
}

export const WarningLines = ({ warnings }: { warnings: readonly Warning[] }) => {
  return (
    <div role="alert" className={classes.warnings}>
      {warnings.map(({ key, text, isLoud }) => (
        <p key={key} className={isLoud ? classes.loud : classes.warning}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {text}
        </p>
      ))}
    </div>
  )
}

export const Warnings = () => <WarningLines warnings={useWarnings(useWizard().draft)} />
