import { Text, Textarea } from '@mantine/core'
import { invoicing, type Service } from '@parada/contract/calls/invoicing'
import type { AnswerOf } from '@parada/contract/kit'
import { useTranslation } from 'react-i18next'
import { useUndo } from '../booking/actions/undo.ts'
import { useClient } from '../kit/client.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { useReloadServices } from './service-actions.tsx'

type Props = { row: Service; onClose: (isDone?: boolean) => void }
type Values = { comment: string }

/** Cancels a service that was not driven after all: it costs nothing and moves to the cancelled services (L-042). */
const CancelServiceModal = ({ row, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadServices()
  const undo = useUndo()
  const form = useForm<Values, AnswerOf<typeof invoicing.cancelService>>({
    initial: () => ({ comment: '' }),
    problems: () => ({}),
    send: ({ comment }) => {
      const body = { version: row.version, comment: comment.trim() }
      return client(invoicing.cancelService, { params: { id: row.id }, body, headers: undo.header(body) })
    },
    onDone: () => {
      undo.toast(t('service.canceled'), {
        ids: [row.id],
        detail: t('service.which', { id: row.id }),
        onUndone: reload,
      })
      reload()
      onClose(true)
    },
  })
  return (
    <FormModal
      title={t('service.cancelTitle', { id: row.id })}
      action={t('service.cancel')}
      form={form}
      onClose={() => onClose()}
      isDanger
    >
      <Text size="sm">{t('service.cancelText')}</Text>
      <Textarea data-autofocus label={t('fields.comment')} maxLength={500} rows={2} {...form.text('comment')} />
    </FormModal>
  )
}

export default CancelServiceModal
