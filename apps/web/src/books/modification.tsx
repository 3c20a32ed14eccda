import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { invoicing, type Service } from '@parada/contract/calls/invoicing'
import { modificationProblem, modificationReason } from '@parada/domain/booking/invoicing'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { amountOf } from '../kit/form/amount.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/toast.tsx'
import { useReloadServices } from './service-actions.tsx'

type Props = { row: Service; onClose: (isDone?: boolean) => void }
type Values = { reason: string; price: string; comment: string }

const reasons = Object.values(modificationReason)

/** Requests a change before the service is invoiced, with the right price if the price is wrong (L-034). */
const ModificationModal = ({ row, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const reload = useReloadServices()
  const isPriceWrong = ({ reason }: Values) => reason === String(modificationReason.wrongPrice)
  const priceOf = (values: Values) => (isPriceWrong(values) ? (amountOf(values.price, i18n.language) ?? null) : null)
  const form = useForm<Values, unknown>({
    initial: () => ({ reason: '', price: '', comment: '' }),
    problems: (values) => {
      const problem = modificationProblem({
        reason: values.reason === '' ? Number.NaN : Number(values.reason),
        price: priceOf(values),
      })
      return problem === 'problems.reasonRequired' ? { reason: problem } : { price: problem }
    },
    send: (values) =>
      client(invoicing.update, {
        params: { id: row.id },
        body: {
          version: row.version,
          statusInvoicing: 0,
          modifications: { reason: Number(values.reason), price: priceOf(values), comment: values.comment.trim() },
        },
      }),
    onDone: () => {
      toast(t('service.requested'), t('service.which', { id: row.id }))
      reload()
      onClose(true)
    },
  })
  return (
    <FormModal
      title={t('service.modifyTitle', { id: row.id })}
      action={t('service.modifyDo')}
      form={form}
      onClose={() => onClose()}
      about={
        <Text size="sm" c="var(--ink-soft)">
          {[row.passengerName, row.originAddressString, row.destinationAddressString].filter(Boolean).join(' · ')}
        </Text>
      }
    >
      <Radio.Group
        label={t('service.reason')}
        value={form.values.reason}
        onChange={(reason) => form.change({ ...form.values, reason })}
      >
        <Stack gap={6} mt={4}>
          {reasons.map((reason, at) => (
            <Radio
              key={reason}
              value={String(reason)}
              label={t(`codes.modificationReason.${reason}`)}
              {...(at === 0 && { 'data-autofocus': true })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isPriceWrong(form.values) && (
        <TextInput label={t('service.rightPrice')} inputMode="decimal" {...form.text('price')} />
      )}
      <Textarea label={t('fields.comment')} maxLength={500} rows={2} {...form.text('comment')} />
    </FormModal>
  )
}

export default ModificationModal
