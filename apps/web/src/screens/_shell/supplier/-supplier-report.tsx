import { fleets, type SupplierReport as Report } from '@parada/contract/calls/fleets'
import type { Fleet } from '@parada/contract/entities'
import { foreignZone, placeOf } from '@parada/domain/booking/texts'
import type { DateRange } from '@parada/domain/list/date-range'
import { type ReportPeriod, reportPeriods, reportRange } from '@parada/domain/supplier-report'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayWords, momentWords } from '../../../booking/record/words.ts'
import { useClient } from '../../../kit/client.ts'
import listClasses from '../../../kit/list/view/list.module.css'
import { Failure } from '../../../kit/list/view/states.tsx'
import { usePlainKeys } from '../../../kit/use-keys.ts'
import { useTenantName } from '../../../session/use-tenant.ts'
import { ReportCharts } from './-report-charts.tsx'
import classes from './-supplier-report.module.css'

const useReportFleets = () => {
  const client = useClient()
  return useQuery({
    queryKey: ['fleets', 'viewReportByFleet'],
    queryFn: ({ signal }) =>
      client(fleets.withPermission, { params: { permission: 'viewReportByFleet' }, signal }).then(
        (answer) => answer.fleets,
      ),
  })
}

const useReport = (fleet: Fleet | undefined, period: ReportPeriod) => {
  const client = useClient()
  const { id, timeZone } = fleet ?? {}
  return useQuery({
    queryKey: ['supplierReport', id, period],
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const range = reportRange(period, Date.now(), timeZone)
      const answer = await client(fleets.report, { params: { idFleet: id ?? 0 }, query: range, signal })
      return { reports: [answer.supplierReport, ...answer.otherCurrencies], range, timeZone }
    },
  })
}

/** Drawn until the first figures arrive, so that the charts keep their place. */
const noFigures: Report = {
  currency: 'EUR',
  servicesWithAuthorizationCount: 0,
  servicesWithoutAuthorizationCount: 0,
  servicesWithAuthorizationPriceSupplierSum: 0,
  servicesWithoutAuthorizationPriceSupplierSum: 0,
  serviceStatsByPaymentMethodList: [],
  serviceStatsByEntryChannelList: [],
}

type ToolsProps = {
  found: readonly Fleet[]
  fleet: Fleet | undefined
  period: ReportPeriod
  onFleet: (id: string) => void
  onPeriod: (period: ReportPeriod) => void
}

const keyOf: Record<ReportPeriod, [key: string, sign: string]> = {
  lastMonth: ['ArrowLeft', '←'],
  currentMonth: ['ArrowRight', '→'],
}

const Tools = ({ found, fleet, period, onFleet, onPeriod }: ToolsProps) => {
  const { t } = useTranslation()
  usePlainKeys((key) => {
    const chosen = reportPeriods.find((one) => keyOf[one][0].toLowerCase() === key)
    if (chosen) onPeriod(chosen)
    else if (key === 'p') print()
    return chosen !== undefined || key === 'p'
  })
  return (
    <div className={classes.tools}>
      <select
        className={listClasses.tool}
        aria-label={t('fields.idFleet')}
        value={fleet?.id ?? ''}
        onChange={(event) => onFleet(event.target.value)}
      >
        {!fleet && <option value="">{t('common.choose')}</option>}
        {found.map(({ id, fleetLongName }) => (
          <option key={id} value={id}>
            {fleetLongName}
          </option>
        ))}
      </select>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form */}
      <span className={listClasses.toggle} role="group" aria-label={t('supplierReport.period')}>
        {reportPeriods.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === period}
            aria-keyshortcuts={keyOf[one][0]}
            onClick={() => onPeriod(one)}
          >
            {t(`supplierReport.periods.${one}`)} <kbd>{keyOf[one][1]}</kbd>
          </button>
        ))}
      </span>
      <button type="button" className={listClasses.tool} aria-keyshortcuts="p" onClick={() => print()}>
        {t('supplierReport.print')} <kbd className={classes.key}>P</kbd>
      </button>
    </div>
  )
}

/** The days covered, in the fleet's time zone; the current month ends with the present time. */
const rangeWords = ({ from, to }: DateRange, period: ReportPeriod, zone: Fleet['timeZone'], language: string) =>
  `${dayWords(from, zone)} – ${period === 'currentMonth' ? momentWords(to, zone, language) : dayWords(to, zone)}`

type BodyProps = { fleet: Fleet; period: ReportPeriod }

const Body = ({ fleet, period }: BodyProps) => {
  const { t, i18n } = useTranslation()
  const tenant = useTenantName()
  const { data, error, refetch, isPlaceholderData } = useReport(fleet, period)
  const { id, fleetLongName, timeZone } = fleet
  const range = data && !isPlaceholderData ? data.range : reportRange(period, Date.now(), timeZone)
  const zone = placeOf(foreignZone({ timeBookingStartTimestamp: range.to, timeZone: timeZone ?? null }), i18n.language)
  const reports = data?.reports ?? [noFigures]
  return (
    <>
      {error && <Failure message={error.message} onRetry={refetch} />}
      <p className={classes.about}>
        <span className={classes.printed}>
          {tenant} · {fleetLongName} ·{' '}
        </span>
        <strong>{rangeWords(range, period, timeZone, i18n.language)}</strong> · {t('supplierReport.counted')}
        {zone && ` · ${t('supplierReport.zone', { zone })}`}
      </p>
      <div
        className={classes.reports}
        data-stale={isPlaceholderData || undefined}
        data-empty={data === undefined || undefined}
        aria-busy={data === undefined || isPlaceholderData}
        key={id}
      >
        {reports.map((report) => (
          <section key={report.currency} aria-label={t('supplierReport.inCurrency', { currency: report.currency })}>
            {reports.length > 1 && (
              <h2 className={classes.currency}>{t('supplierReport.inCurrency', { currency: report.currency })}</h2>
            )}
            <ReportCharts report={report} />
          </section>
        ))}
      </div>
    </>
  )
}

type Props = { idFleet: number | undefined; range: ReportPeriod | undefined }

/** The services of a fleet in a month, as charts and tables for screen and print. */
export const SupplierReport = ({ idFleet, range: period = 'currentMonth' }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: found, error, refetch } = useReportFleets()
  const fleet = found?.find(({ id }) => id === idFleet)
  const open = (id: number | string, range: ReportPeriod) =>
    void navigate({
      to: '/supplier/$idFleet/report',
      params: { idFleet: String(id) },
      search: range === 'lastMonth' ? { range } : {},
    })
  const first = found?.[0]
  if (idFleet === undefined && first)
    return (
      <Navigate
        to="/supplier/$idFleet/report"
        params={{ idFleet: String(first.id) }}
        search={period === 'lastMonth' ? { range: period } : {}}
        replace
      />
    )
  return (
    <div className={classes.page}>
      <header className={listClasses.toolbar}>
        <h1 className={listClasses.title}>{t('screens.supplierReport')}</h1>
        {first && (
          <Tools
            found={found}
            fleet={fleet}
            period={period}
            onFleet={(id) => open(id, period)}
            onPeriod={(range) => idFleet !== undefined && range !== period && open(idFleet, range)}
          />
        )}
      </header>
      {error && <Failure message={error.message} onRetry={refetch} />}
      {found && !first && <p className={classes.empty}>{t('supplierReport.noFleet')}</p>}
      {first && !fleet && <p className={classes.empty}>{t('supplierReport.otherFleet')}</p>}
      {fleet && <Body fleet={fleet} period={period} />}
    </div>
  )
}
