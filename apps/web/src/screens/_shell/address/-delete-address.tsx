import { Text } from '@mantine/core'
import { addresses } from '@parada/contract/calls/addresses'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { FormModal } from '../../../kit/form/form-modal.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { toast } from '../../../kit/toast.tsx'

type Props = { row: { id: number; addressField: string }; onClose: () => void; onDeleted: () => void }

/** Asks for confirmation before a saved address is deleted. */
const DeleteAddress = ({ row, onClose, onDeleted }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const form = useForm({
    initial: () => ({}),
    send: () => client(addresses.remove, { params: { id: row.id } }),
    onDone: () => {
      toast(t('address.deleted'), row.addressField)
      onClose()
      onDeleted()
      void queries.invalidateQueries({ queryKey: listKey(addresses.list) })
    },
  })
  return (
    <FormModal
      title={t('address.deleteTitle')}
      action={t('address.delete')}
      form={form}
      onClose={onClose}
      size="sm"
      isDanger
    >
      <Text size="sm">{t('address.deleteQuestion', { name: row.addressField })}</Text>
    </FormModal>
  )
}

export default DeleteAddress
