import { List, Text, TextInput } from '@mantine/core'
import { type UserDetail, users } from '@parada/contract/calls/users'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../kit/client.ts'
import { fileNameIn, saveFile, useDownload } from '../kit/download.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/toast.tsx'
import { nameOf, useReloadUser } from './user-record.ts'

type Props = { user: UserDetail; onClose: () => void }

/** Asks for confirmation before everything stored about a person is exported. */
export const ExportData = ({ user, onClose }: Props) => {
  const { t } = useTranslation()
  const download = useDownload()
  const reload = useReloadUser()
  const form = useForm<object, unknown>({
    initial: () => ({}),
    send: async () => {
      const file = await download?.(users.personalData, { params: { id: user.id } }).catch((cause) => {
        throw toFailure(cause)
      })
      if (file) saveFile(file.data, fileNameIn(file.disposition) ?? `user-${user.id}.zip`)
    },
    onDone: () => {
      toast(t('user.privacy.exported'), nameOf(user))
      reload(user.id)
      onClose()
    },
  })
  return (
    <FormModal
      title={t('user.privacy.exportTitle', { name: nameOf(user) })}
      action={t('user.privacy.export')}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">{t('user.privacy.exportText')}</Text>
    </FormModal>
  )
}

const Said = ({ title, items }: { title: string; items: string }) => (
  <div>
    <Text size="sm" fw={500}>
      {title}
    </Text>
    <List size="sm">
      {items.split('\n').map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  </div>
)

/** Lists what goes and what stays, and asks for the id to be typed, since erasing cannot be undone. */
export const EraseData = ({ user, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadUser()
  const form = useForm<{ confirmedId: string }, unknown>({
    initial: () => ({ confirmedId: '' }),
    send: () => client(users.erase, { params: { id: user.id }, body: { confirmedId: user.id } }),
    onDone: () => {
      toast(t('user.privacy.erased'))
      reload(user.id)
      onClose()
    },
    onFailed: ({ status }) => {
      if (status === 409) reload(user.id)
      return undefined
    },
  })
  return (
    <FormModal
      title={t('user.privacy.eraseTitle', { name: nameOf(user) })}
      action={t('user.privacy.erase')}
      form={form}
      onClose={onClose}
      isDanger
      isBlocked={form.values.confirmedId.trim() !== String(user.id)}
    >
      <Said title={t('user.privacy.goes')} items={t('user.privacy.goesItems')} />
      <Said title={t('user.privacy.stays')} items={t('user.privacy.staysItems')} />
      <TextInput
        size="sm"
        autoComplete="off"
        inputMode="numeric"
        label={t('user.privacy.typeId', { id: user.id })}
        {...form.text('confirmedId')}
      />
    </FormModal>
  )
}
