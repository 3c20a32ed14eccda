import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { processorConfigs } from '@parada/contract/calls/processor-configs'
import { enforcementOf } from '@parada/domain/authorization/enforce'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { Modal } from '../../kit/modal.tsx'
import type { BookingModalProps } from '../record/booking-record.ts'
import { type ProcessorConfig, ProcessorConfigPicker } from './processor-config-picker.tsx'

const DataConfigs = ({ dataConfigs }: Pick<ProcessorConfig, 'dataConfigs'>) => {
  const { t } = useTranslation()
  if (dataConfigs.length === 0) return <Text size="sm">{t('accountForms.noFields')}</Text>
  return (
    <Table verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('accountForms.field')}</Table.Th>
          <Table.Th>{t('accountForms.value')}</Table.Th>
          <Table.Th>{t('accountForms.required')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {dataConfigs.map(({ id, name, value, enforce }) => (
          <Table.Tr key={id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{value || '—'}</Table.Td>
            <Table.Td>{t(`accountForms.enforce.${enforcementOf(enforce)}`)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type FormProps = { id: number; onBack: () => void; onClose: () => void }

const AccountForm = ({ id, onBack, onClose }: FormProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['processorConfig', id],
    queryFn: ({ signal }) => client(processorConfigs.get, { params: { id }, signal }),
  })
  const config = data?.processorConfig
  return (
    <Modal opened onClose={onClose} title={config?.name ?? t('accountForms.label')} size="md">
      <Stack gap="sm" aria-busy={!config && !error}>
        {error && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        {config && <DataConfigs dataConfigs={config.dataConfigs} />}
        <Group justify="flex-end" gap="xs">
          <Button type="button" variant="default" size="xs" onClick={onBack}>
            {t('accountForms.others')}
          </Button>
          <Button type="button" size="xs" onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type AccountProps = { title: string; idPaymentAccount: number | null | undefined; onClose: () => void }

/** The forms that customers of an account fill in: the user picks one and sees its fields. */
export const FormsOfAccount = ({ title, idPaymentAccount, onClose }: AccountProps) => {
  const [picked, setPicked] = useState<number>()
  if (picked !== undefined) return <AccountForm id={picked} onBack={() => setPicked(undefined)} onClose={onClose} />
  return (
    <ProcessorConfigPicker
      title={title}
      {...(idPaymentAccount != null && { idPaymentAccount })}
      onPick={setPicked}
      onClose={onClose}
    />
  )
}

const AccountForms = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  return (
    <FormsOfAccount
      title={t('accountForms.title', { id: booking.id })}
      idPaymentAccount={booking.idPaymentAccount}
      onClose={() => onClose()}
    />
  )
}

export default AccountForms
