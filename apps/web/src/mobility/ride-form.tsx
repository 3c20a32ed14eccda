import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { type MobilityDetail, mobility } from '@parada/contract/calls/mobility'
import type { AnswerOf, BodyOf } from '@parada/contract/kit'
import { paymentMethodsToChoose } from '@parada/domain/codes'
import { isToInvoice, mobilityStatusesToChoose } from '@parada/domain/trip/mobility'
import { mostTripPrice, tripPriceProblem } from '@parada/domain/trip/price'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndo } from '../booking/actions/undo.ts'
import { useClient } from '../kit/client.ts'
import { amountOf, amountText } from '../kit/form/amount.ts'
import { Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { SaveChanges } from '../kit/form/save-changes.tsx'
import { changedNames } from '../kit/form/take-over.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { formatsFor } from '../kit/format.ts'
import classes from '../kit/record-page.module.css'
import { useSessionState } from '../session/use-session.ts'
import { type Journal, useReload } from './mobility-record.ts'
import { useChangeWords } from './words.ts'

const editable = ['priceCustomer', 'priceSupplier', 'paymentMethodCustomer', 'status'] as const
type Name = (typeof editable)[number]
type Values = Record<Name, string>
type RideChange = Omit<BodyOf<typeof mobility.update>, 'version'>

const prices = ['priceCustomer', 'priceSupplier'] as const

const valuesOf = (ride: MobilityDetail, language: string): Values => ({
  priceCustomer: amountText(ride.priceCustomer, language),
  priceSupplier: amountText(ride.priceSupplier, language),
  paymentMethodCustomer: String(ride.paymentMethodCustomer),
  status: String(ride.status),
})

const writtenOf = (typed: Values, names: readonly string[], language: string): RideChange =>
  Object.fromEntries(
    editable
      .filter((name) => names.includes(name))
      .map((name) => [
        name,
        prices.some((price) => price === name) ? amountOf(typed[name], language) : Number(typed[name]),
      ]),
  )

type Props = { ride: MobilityDetail; journal: Journal }

const useEditing = ({ ride, journal }: Props) => {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const client = useClient()
  const reload = useReload()
  const undo = useUndo()
  const [seen, setSeen] = useState(ride.version)
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const before = valuesOf(ride, language)
  /** A price that was not edited may stay empty. */
  const priceProblem = (typed: Values, name: (typeof prices)[number]) =>
    typed[name] === before[name] ? undefined : tripPriceProblem(amountOf(typed[name], language) ?? Number.NaN)
  const form = useRecordForm<Values, AnswerOf<typeof mobility.update>>({
    version: ride.version,
    seen,
    journal: journal.filter(({ who }) => who !== own),
    initial: () => before,
    follows: true,
    limits: { most: formatsFor(language).count(mostTripPrice) },
    writes: (typed) => changedNames(before, typed),
    words: (name, value) => {
      if (name === 'status') return { value: t(`codes.mobilityStatus.${String(value)}`) }
      return name === 'paymentMethodCustomer' ? { value: t(`codes.paymentMethod.${String(value)}`) } : undefined
    },
    problems: (typed) => ({
      priceCustomer: priceProblem(typed, 'priceCustomer'),
      priceSupplier: priceProblem(typed, 'priceSupplier'),
    }),
    send: (typed, version) => {
      const body = { ...writtenOf(typed, changedNames(before, typed), language), version }
      return client(mobility.update, { params: { id: ride.id }, body, headers: undo.header(body) })
    },
    onDone: ({ mobilityToInvoiceDetailMessage: after }) => {
      form.change(valuesOf(after, language))
      setSeen(after.version)
      reload()
      undo.toast(t(isToInvoice(after) ? 'mobility.saved' : 'mobility.notInvoiced'), {
        ids: [],
        detail: t('mobility.title', { id: after.id }),
        onUndone: reload,
      })
    },
    onFailed: ({ status }) => {
      if ([0, 403, 404, 409].includes(status)) reload()
      return undefined
    },
  })
  return form
}

/** What can be corrected before a ride is invoiced: prices, payment method and status (O3-42). */
export const RideForm = (props: Props) => {
  const { t } = useTranslation()
  const form = useEditing(props)
  const words = useChangeWords()
  const { ride } = props
  const input = (name: Name) => ({
    size: 'sm' as const,
    label: t(`fields.${name}`),
    errorProps: { role: 'alert' },
    ...form.text(name),
  })
  const methods: readonly number[] = paymentMethodsToChoose
  // The current payment method is always listed, even if it cannot be chosen.
  const offered = [...new Set([...methods, ride.paymentMethodCustomer])]
  const leaves = !isToInvoice({ status: Number(form.values.status) })
  return (
    <section className={classes.block} aria-label={t('mobility.payment')}>
      <h2>{t('mobility.payment')}</h2>
      <form {...form.formProps} className={classes.form}>
        <Meanwhile changes={form.changes} title={(who) => t('mobility.changedMeanwhile', { who })} words={words} />
        <Clashes asked={form.asked} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          {prices.map((name) => (
            <TextInput key={name} {...input(name)} inputMode="decimal" autoComplete="off" rightSection="€" />
          ))}
          <NativeSelect
            {...input('paymentMethodCustomer')}
            data={offered.map((method) => ({ value: String(method), label: t(`codes.paymentMethod.${method}`) }))}
          />
          <NativeSelect
            {...input('status')}
            data={mobilityStatusesToChoose.map((status) => ({
              value: String(status),
              label: t(`codes.mobilityStatus.${status}`),
            }))}
          />
        </SimpleGrid>
        {leaves && (
          <p role="status" className={classes.soft}>
            {t('mobility.willLeave')}
          </p>
        )}
        <SaveChanges form={form} />
      </form>
    </section>
  )
}
