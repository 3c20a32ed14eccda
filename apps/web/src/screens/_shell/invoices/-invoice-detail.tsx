import { Button, Group, Stack, Text } from '@mantine/core'
import { type Invoice, invoices } from '@parada/contract/calls/invoices'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { formatsFor } from '../../../kit/format.ts'
import { Modal } from '../../../kit/modal.tsx'
import classes from './-invoices.module.css'
import { useInvoiceFile } from './-use-invoice-file.ts'
import { useMayOpenBookings } from './-use-may-open-bookings.ts'

type Row = Pick<Invoice, 'id' | 'invoiceCode'>

const Party = ({ label, party }: { label: string; party: Invoice['issuer'] }) => {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{label}</h3>
      <p>
        <b>{party.name}</b>
      </p>
      {party.taxId && (
        <p>
          {t('invoice.taxId')}: {party.taxId}
        </p>
      )}
      {party.address && <p>{party.address}</p>}
      {party.email && <p>{party.email}</p>}
    </section>
  )
}

const Lines = ({ invoice }: { invoice: Invoice }) => {
  const { t, i18n } = useTranslation()
  const { money, time, percent } = formatsFor(i18n.language)
  const opensBookings = useMayOpenBookings()
  const { currency, lines } = invoice
  const amount = (value: number) => <td data-money>{money(value, currency)}</td>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is scrolled by the keyboard too
    <section className={classes.scroll} aria-label={t('invoice.lines')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('fields.date')}</th>
            <th>{t('invoice.booking')}</th>
            <th>{t('invoice.ride')}</th>
            <th data-money>{t('fields.net')}</th>
            <th data-money>{t('invoice.taxOf', { percent: percent(invoice.taxPercent / 100) })}</th>
            <th data-money>{t('fields.totalAmount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ position, idBooking, date, text, passenger, reference, net, tax, total }) => (
            <tr key={position}>
              <td>{time(date)}</td>
              <td>
                {opensBookings ? (
                  <Link
                    to="/services/$id"
                    params={{ id: String(idBooking) }}
                    aria-label={t('invoice.openBooking', { id: idBooking })}
                  >
                    {idBooking}
                  </Link>
                ) : (
                  idBooking
                )}
              </td>
              <td>
                {text}
                <br />
                <small>{[passenger, reference].filter(Boolean).join(' · ')}</small>
              </td>
              {amount(net)}
              {amount(tax)}
              {amount(total)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={3}>{t('fields.totalAmount')}</th>
            {amount(invoice.net)}
            {amount(invoice.tax)}
            {amount(invoice.totalAmount)}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** An issued invoice: both parties, its totals, and each ride with a link to its booking. */
const InvoiceDetail = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const save = useInvoiceFile()
  const { data, error } = useQuery({
    queryKey: [invoices.read.path, row.id],
    queryFn: ({ signal }) => client(invoices.read, { params: { id: row.id }, signal }),
    // An invoice never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const invoice = data?.invoice
  const { date } = formatsFor(i18n.language)
  return (
    <Modal opened onClose={onClose} title={t('invoice.title', { code: row.invoiceCode })} size="xl">
      <Stack gap="sm">
        {error && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        {invoice && (
          <>
            <Text size="sm">
              {t('invoice.issued')}: {date(invoice.date)} · {t('fields.period')}: {invoice.period}
            </Text>
            <div className={classes.parties}>
              <Party label={t('invoice.from')} party={invoice.issuer} />
              <Party label={t('invoice.billTo')} party={invoice.customer} />
            </div>
            <Lines invoice={invoice} />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          {(['pdf', 'excel'] as const).map((format) => (
            <Button key={format} size="xs" variant="default" onClick={() => save(row, format)}>
              {t(`invoice.${format}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Modal>
  )
}

export default InvoiceDetail
