import type { SupplierReport } from '@parada/contract/calls/fleets'
import { type CodeKind, labelKey } from '@parada/domain/codes'
import { type ServiceStats, sharesOf, statsBy, totalOf } from '@parada/domain/supplier-report'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PieChart } from '../../../kit/chart/pie-chart.tsx'
import { formatsFor } from '../../../kit/format.ts'
import classes from './-supplier-report.module.css'

type Line = ServiceStats & { key: string; label: string }

type ChartProps = {
  title: string
  heading: string
  lines: readonly Line[]
  /** The figure that the slices are shares of. */
  by: keyof ServiceStats
  currency: string
  note?: string | undefined
}

const Chart = ({ title, heading, lines, by, currency, note }: ChartProps) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const total = totalOf(lines)
  const shares = sharesOf(lines.map((line) => line[by])).map(format.percent)
  const words = ({ count, priceSupplierSum }: ServiceStats, share: string) => [
    format.count(count),
    share,
    format.money(priceSupplierSum, currency),
  ]
  return (
    <PieChart
      title={title}
      slices={lines.map((line, at) => {
        const share = shares[at] ?? ''
        return { key: line.key, label: line.label, value: line[by], share, cells: words(line, share) }
      })}
      headings={[heading, t('supplierReport.services'), t('supplierReport.share'), t('fields.priceSupplierTotal')]}
      totals={[t('supplierReport.total'), ...words(total, format.percent(total[by] === 0 ? 0 : 1))]}
      centre={
        by === 'count'
          ? [format.count(total.count), t('supplierReport.ofServices', { count: total.count })]
          : [format.money(total.priceSupplierSum, currency), t('supplierReport.ofPrice')]
      }
      note={note}
    />
  )
}

const authorizationLines = (report: SupplierReport, t: TFunction): Line[] => [
  {
    key: 'with',
    label: t('supplierReport.withAuthorization'),
    count: report.servicesWithAuthorizationCount,
    priceSupplierSum: report.servicesWithAuthorizationPriceSupplierSum,
  },
  {
    key: 'without',
    label: t('supplierReport.withoutAuthorization'),
    count: report.servicesWithoutAuthorizationCount,
    priceSupplierSum: report.servicesWithoutAuthorizationPriceSupplierSum,
  },
]

/** Codes with the same label share one line; an unknown code is shown as it is (O3-59). */
const linesByCode = (kind: CodeKind, stats: readonly (ServiceStats & { code: number })[], t: TFunction): Line[] =>
  statsBy(stats, ({ code }) => labelKey(kind, code) ?? String(code)).map((line) => ({
    ...line,
    label: /^-?\d+$/.test(line.key) ? line.key : t(line.key),
  }))

const noteOf = (lines: readonly Line[], by: keyof ServiceStats, t: TFunction) => {
  const { count, priceSupplierSum } = totalOf(lines)
  if (count === 0) return t('supplierReport.nothing')
  if (by === 'priceSupplierSum' && priceSupplierSum === 0) return t('supplierReport.noPrices')
  const none = lines.find((line) => line[by] === 0)
  return none && t(`supplierReport.none.${none.key}.${by}`)
}

/** Four charts of the services in one currency (O3-50). */
export const ReportCharts = ({ report }: { report: SupplierReport }) => {
  const { t } = useTranslation()
  const { currency } = report
  const authorization = authorizationLines(report, t)
  const payments = linesByCode(
    'paymentMethod',
    report.serviceStatsByPaymentMethodList.map(({ paymentMethod: code, ...stats }) => ({ code, ...stats })),
    t,
  )
  const channels = linesByCode(
    'entryChannel',
    report.serviceStatsByEntryChannelList.map(({ entryChannel: code, ...stats }) => ({ code, ...stats })),
    t,
  )
  const heading = t('supplierReport.authorization')
  return (
    <div className={classes.charts}>
      <Chart
        title={t('supplierReport.byAuthorization')}
        heading={heading}
        lines={authorization}
        by="count"
        currency={currency}
        note={noteOf(authorization, 'count', t)}
      />
      <Chart
        title={t('supplierReport.byAuthorizationPrice')}
        heading={heading}
        lines={authorization}
        by="priceSupplierSum"
        currency={currency}
        note={noteOf(authorization, 'priceSupplierSum', t)}
      />
      <Chart
        title={t('supplierReport.byPaymentMethod')}
        heading={t('fields.paymentMethod')}
        lines={payments}
        by="count"
        currency={currency}
        note={payments.length === 0 ? t('supplierReport.nothing') : undefined}
      />
      <Chart
        title={t('supplierReport.byEntryChannel')}
        heading={t('fields.entryChannel')}
        lines={channels}
        by="count"
        currency={currency}
        note={channels.length === 0 ? t('supplierReport.nothing') : undefined}
      />
    </div>
  )
}
