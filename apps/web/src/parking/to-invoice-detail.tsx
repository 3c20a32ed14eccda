import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { type Parking, parking } from '@parada/contract/calls/parking'
import type { AnswerOf, BodyOf } from '@parada/contract/kit'
import { paymentMethodsToChoose } from '@parada/domain/codes'
import { parkingStatus } from '@parada/domain/trip/modes'
import { mayEditParking, parkingEditStatuses, parkingPriceProblems } from '@parada/domain/trip/parking'
import { mostTripPrice } from '@parada/domain/trip/price'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndo } from '../booking/actions/undo.ts'
import { useClient } from '../kit/client.ts'
import { amountOf, amountText } from '../kit/form/amount.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { Notice } from '../kit/form/notice.tsx'
import { changedNames } from '../kit/form/take-over.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { formatsFor } from '../kit/format.ts'
import { log } from '../kit/log.ts'
import classes from '../kit/record.module.css'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { ParkingFacts, ParkingHistory } from './parking-facts.tsx'
import {
  type Journal,
  useParkingChangeWords,
  useParkingWords,
  useReloadParkings,
  useSendReceipt,
  useToInvoice,
} from './parking-record.ts'

type Editable = Pick<Parking, 'priceSupplier' | 'priceCustomer' | 'paymentMethod' | 'status'>
/** The values of the inputs. */
type Values = { [Name in keyof Editable]: string }

const written = ['priceSupplier', 'priceCustomer', 'paymentMethod', 'status'] as const

const valuesOf = ({ priceSupplier, priceCustomer, paymentMethod, status }: Editable): Values => ({
  priceSupplier: amountText(priceSupplier),
  priceCustomer: amountText(priceCustomer),
  paymentMethod: String(paymentMethod),
  status: String(status),
})

const pricesOf = ({ priceSupplier, priceCustomer }: Values) => ({
  priceSupplier: amountOf(priceSupplier),
  priceCustomer: amountOf(priceCustomer),
})

const bodyOf = (typed: Values, names: readonly string[], version: number) => {
  const values = { ...pricesOf(typed), paymentMethod: Number(typed.paymentMethod), status: Number(typed.status) }
  const changed = Object.entries(values).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries(changed), version } as BodyOf<typeof parking.update>
}

const isCancelled = ({ status }: Values) => status === String(parkingStatus.cancelled)

const useEditing = (row: Parking, journal: Journal, onClose: () => void) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const reload = useReloadParkings()
  const undo = useUndo()
  const valueWords = useParkingWords()
  const [seen, setSeen] = useState(row.version)
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const before = valuesOf(row)
  const form = useRecordForm<Values, AnswerOf<typeof parking.update>>({
    version: row.version,
    seen,
    journal: journal.filter(({ who }) => who !== own),
    initial: () => before,
    follows: true,
    writes: (typed) => changedNames(before, typed),
    words: (name, value) =>
      name === 'status' || name === 'paymentMethod' ? { value: valueWords(name, value) } : undefined,
    limits: { most: formatsFor(i18n.language).count(mostTripPrice) },
    problems: (typed) => parkingPriceProblems(pricesOf(typed)),
    send: (typed, on) => {
      const body = bodyOf(typed, changedNames(before, typed), on)
      const undoable = isCancelled(typed) && { headers: undo.header(body) }
      return client(parking.update, { params: { id: row.id }, body, ...undoable })
    },
    onDone: ({ bookingToInvoice: after }) => {
      void reload()
      const which = t('parking.which', { id: row.id })
      if (after.status === parkingStatus.cancelled) {
        undo.toast(t('parking.cancelled'), { ids: [], detail: which, onUndone: reload })
        return onClose()
      }
      form.change(valuesOf(after))
      setSeen(after.version)
      toast(t('parking.saved'), which)
    },
    onFailed: ({ status }) => {
      if ([0, 403, 404, 409].includes(status)) void reload()
      return undefined
    },
  })
  return form
}

/** One parking to invoice in a modal over its list: editable fields on the left, its other facts beside them. */
const ToInvoiceDetail = ({ row: opened, onClose }: { row: Parking; onClose: () => void }) => {
  const { t } = useTranslation()
  const { data, error } = useToInvoice(opened.id)
  const row = data && data.bookingToInvoice.version >= opened.version ? data.bookingToInvoice : opened
  const journal = data?.journal ?? []
  const mayEdit = useSessionState(({ grants }) => !!grants && mayEditParking(grants, row, log))
  const form = useEditing(row, journal, onClose)
  const words = useParkingChangeWords()
  const sendReceipt = useSendReceipt()
  const [isSending, setSending] = useState(false)
  const receipt = async () => {
    setSending(true)
    await sendReceipt(row.id)
    setSending(false)
  }
  const text = (name: 'priceSupplier' | 'priceCustomer') => (
    <TextInput
      size="sm"
      label={t(`fields.${name}`)}
      rightSection="€"
      inputMode="decimal"
      maxLength={String(mostTripPrice).length + 5}
      readOnly={!mayEdit}
      {...form.text(name)}
    />
  )
  const choice = (name: 'paymentMethod' | 'status', offered: readonly number[]) => (
    <NativeSelect
      size="sm"
      label={t(`fields.${name}`)}
      disabled={!mayEdit}
      value={form.values[name]}
      error={form.errorOf(name)}
      data={[...new Set([row[name], ...offered])].map((code) => ({
        value: String(code),
        label: t(`codes.${name === 'status' ? 'parkingStatus' : name}.${code}`),
      }))}
      onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
    />
  )
  return (
    <FormModal
      title={`${t('parking.title', { id: row.id })} · ${row.parkingName}`}
      action={t('common.save')}
      dismiss={t('common.close')}
      form={form}
      onClose={onClose}
      size={820}
      isBlocked={!mayEdit || !form.isChanged}
    >
      {error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      )}
      <Meanwhile changes={form.changes} title={(who) => t('parking.changedMeanwhile', { who })} words={words} />
      <Clashes asked={form.asked} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {text('priceSupplier')}
          {text('priceCustomer')}
          {choice('paymentMethod', paymentMethodsToChoose)}
          {choice('status', parkingEditStatuses)}
          {isCancelled(form.values) && <Notice>{t('parking.cancelNotice')}</Notice>}
          {!mayEdit && <Text size="sm">{t('parking.readOnly')}</Text>}
          <Group gap={6}>
            <Button
              type="button"
              size="compact-sm"
              variant="default"
              loading={isSending}
              onClick={() => void receipt()}
            >
              {t('service.receipt')}
            </Button>
          </Group>
        </div>
        <div className={classes.side}>
          <div>
            <ParkingFacts row={row} without={written} />
          </div>
          <ParkingHistory journal={journal} />
        </div>
      </div>
    </FormModal>
  )
}

export default ToInvoiceDetail
