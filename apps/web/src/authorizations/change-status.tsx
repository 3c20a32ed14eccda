import { Text } from '@mantine/core'
import { type AuthorizationStatus, authorizationStatus } from '@parada/domain/authorization/status'
import { isAlive } from '@parada/domain/codes'
import { useTranslation } from 'react-i18next'
import { BookingLines } from '../booking/record/booking-lines.tsx'
import { FormModal } from '../kit/form/form-modal.tsx'
import { Notice } from '../kit/form/notice.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { type Authorization, useBookingsOf, useChangeStatus, useUnlinkUser } from './authorization-record.ts'

type Props = {
  authorization: Authorization
  newStatus: AuthorizationStatus
  /** Receives whether the status was changed. */
  onClose: (isChanged: boolean) => void
}

/** Live bookings under the authorization, which stay as they are. */
const LiveBookings = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const alive = (useBookingsOf(id) ?? []).filter(({ status }) => isAlive(status))
  if (alive.length === 0) return null
  return (
    <Notice>
      {t('authorization.status.liveBookings', { count: alive.length })}
      <BookingLines bookings={alive} />
    </Notice>
  )
}

/** Asks before a status changes; before a deactivation it lists the live bookings (document 2, section 4). */
export const ChangeStatus = ({ authorization, newStatus, onClose }: Props) => {
  const { t } = useTranslation()
  const change = useChangeStatus()
  const { id, firstName, lastName, subscriberCode, userNumber } = authorization
  const form = useForm<object, boolean>({
    initial: () => ({}),
    send: () => change(id, newStatus),
    onDone: onClose,
  })
  const isEnd = newStatus === authorizationStatus.inactive
  const word = isEnd ? 'deactivate' : 'activate'
  const name = `${firstName} ${lastName}`.trim() || `${subscriberCode} · ${userNumber}`
  return (
    <FormModal
      title={t(`authorization.status.${word}Title`, { id })}
      action={t(`authorization.status.${word}`)}
      form={form}
      onClose={() => onClose(false)}
      isDanger={isEnd}
    >
      <Text size="sm">{t(`authorization.status.${word}Text`, { name })}</Text>
      {isEnd && <LiveBookings id={id} />}
    </FormModal>
  )
}

/** Asks before the app user is unlinked from an authorization. */
export const UnlinkUser = ({ authorization, onClose }: { authorization: Authorization; onClose: () => void }) => {
  const { t } = useTranslation()
  const unlink = useUnlinkUser()
  const { id, user, idUser } = authorization
  const form = useForm<object, boolean>({ initial: () => ({}), send: () => unlink(id), onDone: onClose })
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim() || String(idUser)
  return (
    <FormModal
      title={t('authorization.unlinkTitle', { id })}
      action={t('authorization.unlink')}
      form={form}
      onClose={onClose}
      isDanger
    >
      <Text size="sm">{t('authorization.unlinkText', { name })}</Text>
    </FormModal>
  )
}
