import { Kbd, UnstyledButton } from '@mantine/core'
import type { IncomingCall } from '@parada/contract/live-message'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../kit/format.ts'
import classes from './call-toast.module.css'

type OpenBooking = NonNullable<NonNullable<IncomingCall['caller']>['openBooking']>

const OpenBookingLine = ({ id, statusBooking, timeBookingStartTimestamp }: OpenBooking) => {
  const { t, i18n } = useTranslation()
  const state = t(`codes.bookingStatus.${statusBooking}`)
  const time = formatsFor(i18n.language).time(timeBookingStartTimestamp)
  return <span className={classes.open}>{t('booking.active', { id, state, time })}</span>
}

/** The number first; then who it is, and all an operator should know before the first word. */
export const CallToast = ({ call, mayBook }: { call: IncomingCall; mayBook: boolean }) => {
  const { t } = useTranslation()
  const { phoneNumberOrigin, phoneNumberDialed, caller } = call
  const name = caller ? `${caller.firstName} ${caller.lastName}`.trim() : ''
  return (
    <div className={classes.call}>
      <span className={classes.number}>{phoneNumberOrigin}</span>
      {name && <span className={classes.name}>{name}</span>}
      {caller?.isBlacklisted && (
        <span className={classes.blacklisted}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          {t('caller.blacklisted')}
        </span>
      )}
      {phoneNumberDialed && <span>{t('live.dialed', { number: phoneNumberDialed })}</span>}
      {caller?.openBooking && <OpenBookingLine {...caller.openBooking} />}
      <span className={classes.keys}>
        {mayBook && (
          <UnstyledButton className={classes.book} aria-keyshortcuts="F2">
            {t('screens.newBooking')} <Kbd size="xs">F2</Kbd>
          </UnstyledButton>
        )}
        <span>
          {t('live.dismiss')} <Kbd size="xs">⇧ F2</Kbd>
        </span>
      </span>
    </div>
  )
}
