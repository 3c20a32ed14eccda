import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { isGranted } from '@parada/domain/access/permissions'
import { stateLabelKey } from '@parada/domain/booking/dispatch'
import { asksConfirmation, editTargets, validatedErrorKeys } from '@parada/domain/booking/edit'
import { priceAlertThreshold } from '@parada/domain/booking/price'
import { isAlive, paymentMethodsToChoose } from '@parada/domain/codes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { amountOf } from '../../kit/form/amount.ts'
import { Notice } from '../../kit/form/notice.tsx'
import { formatsFor } from '../../kit/format.ts'
import { toast } from '../../kit/toast.tsx'
import { useSessionState } from '../../session/use-session.ts'
import type { BookingModalProps } from '../record/booking-record.ts'
import { PriceCheck } from '../record/price-check.tsx'
import { AuthorizationWarning } from './authorization-warning.tsx'
import {
  asksReason,
  chooseStatus,
  type EditValues,
  editBody,
  editProblems,
  editValues,
  endingFields,
  hasHighTotal,
  hasNewTotals,
  hasPrices,
  totalsOf,
  typeSupplierPrice,
  writtenBy,
} from './edit-rules.ts'
import { BookingForm, useBookingForm } from './form.tsx'

/** The label of a state, the same as in the list and on the booking page. */
const useStateWord = () => {
  const { t } = useTranslation()
  return (standing: Parameters<typeof stateLabelKey>[0]) => t(stateLabelKey(standing) ?? String(standing.status))
}

const useEditing = ({ booking, onClose }: BookingModalProps, seesCustomerPrice: boolean) => {
  const { t } = useTranslation()
  const wordFor = useStateWord()
  const client = useClient()
  const [isAsked, setAsked] = useState(false)
  const isConfirmed = useRef(false)
  const isReferenceOnly = useRef(false)
  const form = useBookingForm<EditValues, AnswerOf<typeof services.update>>({
    booking,
    initial: () => editValues(booking),
    follows: true,
    together: endingFields,
    writes: (typed) => writtenBy(editBody(booking, typed, seesCustomerPrice)),
    words: (name, value) => {
      if (name === 'paymentMethod') return { value: t(`codes.paymentMethod.${value}`) }
      if (name === 'status' && value !== '') return { value: wordFor({ status: Number(value) }) }
      return undefined
    },
    problems: (typed) => editProblems(booking, typed),
    holdsBack: (typed) => {
      const isBelow = seesCustomerPrice && hasPrices(typed) && asksConfirmation(totalsOf(typed))
      const asks = isBelow && hasNewTotals(booking, typed) && !isConfirmed.current
      setAsked(asks)
      isConfirmed.current = false
      return asks
    },
    send: (typed, version) => {
      const { id, ...changes } = editBody(booking, typed, seesCustomerPrice)
      isReferenceOnly.current = Object.keys(changes).join() === 'bookingReference'
      return client(services.update, { params: { id }, body: { booking: { id, ...changes, version } } })
    },
    onDone: (answer) => {
      onClose(answer)
      const done = isReferenceOnly.current ? 'booking.toast.referenceUpdated' : 'booking.toast.updated'
      toast(t(done), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  const confirm = () => {
    isConfirmed.current = true
    void form.submit()
  }
  const change = (part: Partial<EditValues>) => {
    setAsked(false)
    form.change(part)
  }
  return { ...form, change, isAsked, confirm }
}

type EditForm = ReturnType<typeof useEditing>
type PartProps = { form: EditForm; booking: BookingModalProps['booking'] }

const Contact = ({ form, showsReference, isFirst }: { form: EditForm; showsReference: boolean; isFirst: boolean }) => {
  const { t } = useTranslation()
  const names = ['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'flightNumber', 'pickupZone'] as const
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {[...names, ...(showsReference ? (['bookingReference'] as const) : [])].map((name) => (
          <TextInput
            key={name}
            size="sm"
            autoComplete="off"
            maxLength={200}
            label={t(`fields.${name}`)}
            {...(isFirst && name === 'passengerName' && { 'data-autofocus': true })}
            {...form.text(name)}
          />
        ))}
        <NativeSelect size="sm" label={t('fields.paymentMethod')} {...form.text('paymentMethod')}>
          {[...new Set([...paymentMethodsToChoose, Number(form.values.paymentMethod)])].map((code) => (
            <option key={code} value={code}>
              {t(`codes.paymentMethod.${code}`, String(code))}
            </option>
          ))}
        </NativeSelect>
      </SimpleGrid>
      <Textarea size="sm" rows={2} maxLength={2_000} label={t('fields.notes')} {...form.text('notes')} />
    </>
  )
}

const Ending = ({ form, booking, seesCustomerPrice }: PartProps & { seesCustomerPrice: boolean }) => {
  const { t } = useTranslation()
  const wordFor = useStateWord()
  const { values, text } = form
  const amount = { size: 'sm', inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <Stack gap="xs">
      <NativeSelect
        size="sm"
        label={t(isAlive(booking.status) ? 'booking.edit.target' : 'fields.status')}
        value={values.status}
        error={form.errorOf('status')}
        onChange={(event) => form.change(chooseStatus(booking, event.currentTarget.value))}
      >
        {isAlive(booking.status) && (
          <option value="">{t('booking.edit.staysAlive', { state: wordFor(booking) })}</option>
        )}
        {editTargets(booking.status).map((status) => (
          <option key={status} value={status}>
            {wordFor({ status })}
          </option>
        ))}
      </NativeSelect>
      {!isAlive(booking.status) && <PriceCheck booking={booking} total={amountOf(values.priceSupplierTotal)} />}
      {hasPrices(values) && (
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
          <TextInput
            {...amount}
            label={t('fields.priceSupplierTotal')}
            {...(!isAlive(booking.status) && { 'data-autofocus': true })}
            {...text('priceSupplierTotal')}
            onChange={(event) => form.change(typeSupplierPrice(booking, values, event.currentTarget.value))}
          />
          {seesCustomerPrice && (
            <TextInput
              {...amount}
              label={t('fields.priceCustomerTotal')}
              {...text('priceCustomerTotal')}
              onChange={(event) =>
                form.change({ priceCustomerTotal: event.currentTarget.value, isCustomerPriceTyped: true })
              }
            />
          )}
          <TextInput {...amount} label={t('fields.toll')} {...text('toll')} />
          <TextInput {...amount} label={t('fields.idSupplierTaxi')} {...text('idSupplierTaxi')} />
        </SimpleGrid>
      )}
    </Stack>
  )
}

const Reasons = ({ form, booking }: PartProps) => {
  const { t, i18n } = useTranslation()
  const limit = formatsFor(i18n.language).wholeMoney(priceAlertThreshold, booking.priceCustomerCurrency)
  return (
    <Stack gap="xs">
      <Text size="sm">
        {hasHighTotal(booking, form.values)
          ? t('booking.edit.extraValidation', { limit })
          : t('problems.validationReasonRequired')}
      </Text>
      <NativeSelect size="sm" label={t('fields.keyValidationReason')} {...form.text('keyValidationReason')}>
        <option value="">{t('common.choose')}</option>
        {validatedErrorKeys.map((key) => (
          <option key={key} value={key}>
            {t(`booking.errors.${key}`)}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        size="sm"
        autoComplete="off"
        maxLength={500}
        label={t('fields.additionalReason')}
        {...form.text('additionalReason')}
      />
    </Stack>
  )
}

/** Edits the contact, the ending and the prices (document 2, sections 4 and 5). */
const EditBooking = (props: BookingModalProps) => {
  const { booking, onClose } = props
  const { t } = useTranslation()
  const seesCustomerPrice = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editPriceCustomer'))
  const showsReference = useSessionState(({ whitelabelConfig }) => !!whitelabelConfig?.showBookingReference)
  const form = useEditing(props, seesCustomerPrice)
  const errors = booking.validatedErrors ?? []
  // Once the ride is over the price matters most, so the contact comes after it.
  const hasEnded = !isAlive(booking.status)
  const contact = <Contact form={form} showsReference={showsReference} isFirst={!hasEnded} />
  return (
    <BookingForm
      title={t('booking.edit.title', { id: booking.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
      size="lg"
    >
      <AuthorizationWarning booking={booking} />
      {!hasEnded && contact}
      <Ending form={form} booking={booking} seesCustomerPrice={seesCustomerPrice} />
      {errors.length > 0 && (
        <Checkbox.Group
          size="sm"
          label={t('booking.edit.errors')}
          value={form.values.ticked}
          onChange={(ticked) => form.change({ ticked })}
        >
          <Group gap="sm" mt={4}>
            {errors.map((error) => (
              <Checkbox key={error} size="xs" value={error} label={t(`booking.errors.${error}`, error)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {asksReason(booking, form.values) && <Reasons form={form} booking={booking} />}
      {hasEnded && contact}
      {form.isAsked && (
        <Notice>
          <Group justify="space-between" gap="sm">
            {t('booking.edit.belowSupplier')}
            <Button type="button" size="compact-xs" variant="default" onClick={form.confirm}>
              {t('booking.edit.saveAnyway')}
            </Button>
          </Group>
        </Notice>
      )}
    </BookingForm>
  )
}

export default EditBooking
