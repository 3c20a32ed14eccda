import { Button, Group, Stack, Text } from '@mantine/core'
import { addresses } from '@parada/contract/calls/addresses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { Modal } from '../../../kit/modal.tsx'
import { toast } from '../../../kit/toast.tsx'

type Props = { row: { id: number; addressField: string }; onClose: () => void; onDeleted: () => void }

/** Asks before a saved address is gone. */
const DeleteAddress = ({ row, onClose, onDeleted }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client(addresses.remove, { params: { id: row.id } }),
    onSuccess: () => {
      toast(t('address.deleted'), row.addressField)
      onClose()
      onDeleted()
      void queries.invalidateQueries({ queryKey: listKey(addresses.list) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('address.deleteTitle')} size="sm">
      <Stack gap="sm">
        <Text size="sm">{t('address.deleteQuestion', { name: row.addressField })}</Text>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button type="button" variant="default" size="xs" data-autofocus onClick={onClose}>
            {t('common.back')}
          </Button>
          <Button type="button" color="red" size="xs" loading={isPending} onClick={() => mutate()}>
            {t('address.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export default DeleteAddress
