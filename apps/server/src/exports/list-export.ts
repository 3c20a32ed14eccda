import type { FileFormat, ListSpec } from '@parada/contract/list'
import type { ExportCall, ExportRequest } from '@parada/contract/list-export'
import type { ListQuery, Within } from '@parada/db/list/list'
import { tenantSettings } from '@parada/db/queries/tenants'
import { constants } from '@parada/domain/constants'
import type { Field, ListFields } from '@parada/domain/list/fields'
import { parseFilter } from '@parada/domain/list/filter'
import type { SignedInContext } from '../http/context.ts'
import { FileAnswer } from '../http/file-answer.ts'
import type { Reader } from '../http/list-reader.ts'
import { refuse } from '../http/problem.ts'
import { securityEvent } from '../security/security-event.ts'
import { localeOf } from '../words/words.ts'
import { type Clock, clockIn, isoWall } from './clock.ts'
import { startExportJob } from './export-job.ts'
import { columnsFor, headingOf } from './table.ts'
import { type Say, textsIn } from './texts.ts'

type Context = SignedInContext<ExportCall>
type Query = Partial<ListQuery>

/** Nobody reads a PDF of more rows than this. */
const mostPdfRows = 10_000

const files: Record<FileFormat, { extension: string; type: string }> = {
  excel: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  pdf: { extension: 'pdf', type: 'application/pdf' },
}

const dayText = (clock: Clock, moment: number) => isoWall(clock(moment)).slice(0, 10)

/** The days that the list covers, or the day of the export. */
const daysOf = ({ from, to }: Query, clock: Clock, now: Date) =>
  [from ?? to ?? now.getTime(), ...(from !== undefined && to !== undefined ? [to] : [])]
    .map((moment) => dayText(clock, moment))
    .join(' – ')

type Wording = { spec: ListSpec; query: Query; say: Say; clock: Clock }

/** The range and the filters in words, for later readers of the file. */
const aboutOf = ({ spec, query, say, clock }: Wording) => {
  const { fields, range, parameters } = spec
  const { from, to, dateType } = query
  const heading = (name: string) => headingOf(name, say, spec.export?.labels)
  const by = range?.by[dateType ?? Object.keys(range.by)[0] ?? '']
  const days = [from, to].map((moment) => (moment === undefined ? '…' : dayText(clock, moment)))
  const ranged =
    by !== undefined && (from !== undefined || to !== undefined) ? [`${heading(by)}: ${days.join(' – ')}`] : []
  const filtered = Object.entries(query).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) && !parameters.includes(name) ? fields[name] : undefined
    const condition = field && value !== undefined && parseFilter(field, String(value))
    if (!field || !condition) return []
    const { columns } = columnsFor(fields, [name], say)
    const word = (one: unknown) => columns[0]?.text(one) ?? String(one)
    if (condition.test === 'during')
      return [`${heading(name)}: ${dayText(clock, condition.from)} – ${dayText(clock, condition.before - 1)}`]
    if (condition.test === 'is') return [`${heading(name)}: ${word(condition.value)}`]
    if (condition.test === 'anyOf') return [`${heading(name)}: ${condition.values.map(word).join(', ')}`]
    return [`${heading(name)}: ${value}`]
  })
  return [...ranged, ...filtered]
}

/** The field without its schema, which cannot be posted to a thread. */
const plainField = (
  { kind, codes, currency }: Pick<Field, 'kind' | 'codes' | 'currency'> = {
    kind: 'text',
    codes: undefined,
    currency: undefined,
  },
) => ({ kind, codes, currency })

/**
 * Handles the export of a list: a file with every row that the list would show for the same query. `narrow` is for
 * lists that interpret their parameters themselves, and must do the same here as for a page.
 */
export const listExport =
  <F extends ListFields>(
    { exports: spec }: Pick<ExportCall, 'exports'>,
    reader: Pick<Reader<F>, 'whole'>,
    narrow: (query: ListQuery, context: Context) => { query: Query; alsoSeen?: readonly Within<F>[] } = (query) => ({
      query,
    }),
  ) =>
  async (context: Context): Promise<FileAnswer> => {
    const { config, tx, tenant, now, params } = context
    const request = { ...context.query, ...context.body } as ExportRequest & ListQuery
    const { columns: chosen, readerZone, language, pageNumber: _, resultsPerPage: __, ...listed } = request
    const format = spec.export.formats[params.format ?? ''] ?? Object.values(spec.export.formats)[0] ?? 'excel'
    const settings = await tenantSettings(tx)
    const locale = localeOf(language ?? String(settings.language ?? ''))
    const say = textsIn(locale)
    const zone = readerZone ?? settings.timeZone ?? constants.defaultTimeZone
    const clock = clockIn(zone)
    const { names } = columnsFor(spec.fields, chosen, say)
    const narrowed = narrow(listed as ListQuery, context)
    const title = say(spec.export.title)
    const { extension, type } = files[format]
    const job = {
      webFolder: config.webFolder,
      tenantId: tenant.id,
      statements: reader.whole(context, { ...narrowed, columns: names }),
      format,
      title,
      tenant: settings.name,
      language: locale,
      timeZone: zone,
      about: aboutOf({ spec, query: listed, say, clock }),
      fields: Object.fromEntries(names.map((name) => [name, plainField(spec.fields[name])])),
      columns: chosen,
      labels: spec.export.labels,
    }

    // Recorded before the first row leaves, so that no file goes unrecorded.
    const ownTitle = textsIn(localeOf(String(settings.language ?? '')))(spec.export.title)
    securityEvent(context, { kind: 'export', detail: `${ownTitle} (${format})` })

    return new FileAnswer(async ({ database, signal }) => {
      const { count, content, stop } = await startExportJob({ ...job, appUrl: database.appUrl }, signal)
      const file = { name: `${title} ${daysOf(listed, clock, now)}.${extension}`, type, rows: count }
      const isTooLong = format === 'pdf' && count > mostPdfRows
      if (count === 0 || isTooLong) await stop()
      if (isTooLong) throw refuse.rule('problems.tooManyRowsForPdf', 'format', { most: mostPdfRows })
      return { ...file, content: count === 0 ? Buffer.alloc(0) : await content() }
    })
  }
