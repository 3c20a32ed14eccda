import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type AccountDraw, invoices } from '@parada/contract/calls/invoices'
import { constants } from '@parada/domain/constants'
import { monthOf } from '@parada/domain/invoice/period'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { formatsFor, localeOf } from '../../../kit/format.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { LoadingModal } from '../../../kit/loading-modal.tsx'
import { Modal } from '../../../kit/modal.tsx'
import { useRepeatKey } from '../../../kit/repeat-key.ts'
import { toast } from '../../../kit/toast.tsx'
import classes from './-invoices.module.css'

const monthsOffered = 12

/** The first and the last day of a month, in the format of a list's date range. */
const daysOf = (month: string) => {
  const [year, number] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, number ?? 1, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}

/** A month in the user's language, such as 'October 2026'. */
const monthName = (month: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  )

type AccountsProps = { accounts: readonly AccountDraw[]; month: string; isDone: boolean }

/** What each account would be invoiced and, once drawn, the outcome for it. */
const Accounts = ({ accounts, month, isDone }: AccountsProps) => {
  const { t, i18n } = useTranslation()
  const { money } = formatsFor(i18n.language)
  const sum = (rides: number, amount: number, currency: string) =>
    rides === 0 ? '—' : `${t('invoice.rides', { count: rides })} · ${money(amount, currency)}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is scrolled by the keyboard too
    <section className={classes.scroll} aria-label={t('invoice.toDraw')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('fields.paymentAccount')}</th>
            <th data-money>{t('invoice.toDraw')}</th>
            <th data-money>{t('invoice.isBlocked')}</th>
            {isDone && <th>{t('invoice.outcome')}</th>}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={`${account.idPaymentAccount} ${account.currency}`}>
              <td>{account.paymentAccount}</td>
              <td data-money>{sum(account.count, account.total, account.currency)}</td>
              <td data-money>
                {account.blockedCount === 0 ? (
                  '—'
                ) : (
                  <Link
                    to="/invoices/blocked"
                    search={{ ...daysOf(month), idPaymentAccount: account.idPaymentAccount }}
                  >
                    {sum(account.blockedCount, account.blockedTotal, account.currency)}
                  </Link>
                )}
              </td>
              {isDone && (
                <td>
                  {account.invoice && (
                    <Link to="/invoices/$idInvoice" params={{ idInvoice: String(account.invoice.id) }} search={{}}>
                      {account.invoice.invoiceCode}
                    </Link>
                  )}
                  {account.isFailed && t('invoice.failed')}
                  {account.isChanged && t('invoice.changed')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const useDrawing = (month: string) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const keyFor = useRepeatKey()
  const preview = useQuery({
    queryKey: [invoices.draw.path, month],
    queryFn: ({ signal }) => client(invoices.draw, { body: { month, preview: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const drawing = useMutation({
    mutationFn: () => {
      const sums = preview.data?.accounts ?? []
      const seen = sums.map(({ idPaymentAccount, currency, count, total }) => ({
        idPaymentAccount,
        currency,
        count,
        total,
      }))
      const body = { month, preview: false, seen }
      return client(invoices.draw, { body, headers: keyFor(body) })
    },
    onSuccess: ({ accounts }) => {
      void queries.invalidateQueries({ queryKey: listKey(invoices.list) })
      void queries.invalidateQueries({ queryKey: listKey(invoices.blocked) })
      toast(t('invoice.drawn', { count: accounts.filter(({ invoice }) => invoice !== null).length }))
    },
  })
  return { preview, drawing }
}

/** Previews the invoices of a month before any is drawn, then shows the outcome for each account. */
const DrawInvoices = ({ onClose }: { onClose: () => void }) => {
  const { t, i18n } = useTranslation()
  const [now] = useState(Date.now)
  const monthAway = (away: number) => monthOf(now, constants.defaultTimeZone, away)
  const [month, setMonth] = useState(monthAway(-1))
  const { preview, drawing } = useDrawing(month)
  const accounts = drawing.data?.accounts ?? preview.data?.accounts ?? []
  const failure = drawing.error ?? preview.error
  const wanted = accounts.filter(({ count }) => count > 0).length
  return (
    <Modal opened onClose={onClose} title={t('invoice.draw')} size="lg">
      <Stack gap="sm">
        <NativeSelect
          data-autofocus
          label={t('invoice.month')}
          data={Array.from({ length: monthsOffered }, (_, index) => {
            const value = monthAway(-index)
            return { value, label: monthName(value, i18n.language) }
          })}
          value={month}
          disabled={drawing.isPending || drawing.isSuccess}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        {month === monthAway(0) && <Text size="sm">{t('invoice.monthRuns')}</Text>}
        {failure && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {failure.message}
          </Text>
        )}
        {accounts.length > 0 && <Accounts accounts={accounts} month={month} isDone={drawing.isSuccess} />}
        {preview.isSuccess && accounts.length === 0 && <Text size="sm">{t('invoice.nothing')}</Text>}
        {!drawing.isSuccess && <Text size="xs">{t('invoice.final')}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button type="button" variant="default" size="xs" onClick={onClose}>
            {t(drawing.isSuccess ? 'common.close' : 'common.back')}
          </Button>
          {!drawing.isSuccess && (
            <Button
              type="button"
              size="xs"
              disabled={wanted === 0 || preview.isFetching || drawing.isPending}
              onClick={() => drawing.mutate()}
            >
              {t('invoice.drawNow', { count: wanted })}
            </Button>
          )}
        </Group>
      </Stack>
      <LoadingModal opened={drawing.isPending} title={t('invoice.draw')} />
    </Modal>
  )
}

export default DrawInvoices
