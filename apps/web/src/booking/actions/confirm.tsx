import { TextInput } from '@mantine/core'
import type { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { useTranslation } from 'react-i18next'
import { failedToast } from '../../kit/failed-toast.ts'
import { log } from '../../kit/log.ts'
import { toast } from '../../kit/toast.tsx'
import type { BookingModalProps } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { useServiceAction } from './service-action.ts'

type Values = { idSupplierTaxi: string; phoneNumberSupplier: string }

/** Records by hand which taxi took the booking when no supplier reports it (O2-09). */
const ConfirmService = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const act = useServiceAction('confirm')
  const form = useBookingForm<Values, AnswerOf<typeof services.act>>({
    booking,
    remember: 'confirm',
    initial: () => ({ idSupplierTaxi: '', phoneNumberSupplier: booking.phoneNumberSupplier ?? '' }),
    problems: ({ idSupplierTaxi }) => ({
      idSupplierTaxi: /^[1-9]\d{0,8}$/.test(idSupplierTaxi.trim()) ? undefined : 'problems.missingProperty',
    }),
    send: ({ idSupplierTaxi, phoneNumberSupplier }, version) =>
      act({
        booking: {
          id: booking.id,
          version,
          idSupplierTaxi: Number(idSupplierTaxi),
          phoneNumberSupplier: phoneNumberSupplier.trim(),
        },
      }),
    onDone: (answer, { idSupplierTaxi }) => {
      onClose(answer)
      const title = t('booking.toast.acted', { action: t('booking.acted.confirm') })
      toast(title, t('booking.toast.actedDetail.confirm', { id: booking.id, taxi: idSupplierTaxi.trim() }))
    },
    onFailed: (failure) => {
      log(failure.message, failure)
      onClose(null)
      failedToast(failure.message)
      return true
    },
  })
  return (
    <BookingForm
      title={t('booking.confirm.title', { id: booking.id })}
      action={t('booking.actions.confirm')}
      form={form}
      onClose={onClose}
    >
      <TextInput
        size="sm"
        data-autofocus
        inputMode="numeric"
        autoComplete="off"
        label={t('fields.idSupplierTaxi')}
        {...form.text('idSupplierTaxi')}
      />
      <TextInput
        size="sm"
        type="tel"
        autoComplete="off"
        maxLength={60}
        label={t('fields.phoneNumberSupplier')}
        {...form.text('phoneNumberSupplier')}
      />
    </BookingForm>
  )
}

export default ConfirmService
