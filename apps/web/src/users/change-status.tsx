import { Text } from '@mantine/core'
import { type UserDetail, users } from '@parada/contract/calls/users'
import { type UserStatus, userStatus } from '@parada/domain/user/fields'
import { useTranslation } from 'react-i18next'
import { isOddAnswer, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/toast.tsx'
import { nameOf, useReloadUser } from './user-record.ts'

/** Asks for confirmation before a user is enabled or disabled. */
export const ChangeStatus = ({ user, onClose }: { user: UserDetail; onClose: () => void }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadUser()
  const isEnd = user.status === userStatus.enabled
  const status: UserStatus = isEnd ? userStatus.disabled : userStatus.enabled
  const word = isEnd ? 'disable' : 'enable'
  const close = () => {
    reload(user.id)
    onClose()
  }
  const form = useForm<object, unknown>({
    initial: () => ({}),
    send: () => client(users.changeStatus, { params: { id: user.id, status } }),
    onDone: () => {
      toast(t(`user.${word}d`), nameOf(user))
      close()
    },
    onFailed: (failure) => {
      failedToast(t('user.statusFailed'), failure.message, { color: isOddAnswer(failure) ? 'yellow' : 'red' })
      close()
      return true
    },
  })
  return (
    <FormModal
      title={t(`user.${word}Title`, { name: nameOf(user) || user.id })}
      action={t(`user.${word}`)}
      form={form}
      onClose={onClose}
      isDanger={isEnd}
    >
      <Text size="sm">{t(`user.${word}Text`)}</Text>
    </FormModal>
  )
}
