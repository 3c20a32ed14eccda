import { type StoredSheet, sheetRows } from '@parada/db/queries/authorization-sheets'
import { type SheetField, type SheetNames, sheetFields } from '@parada/domain/authorization/sheet/columns'
import { recordOf } from '@parada/domain/objects'
import { clockIn } from '../../../exports/clock.ts'
import { excelFile } from '../../../exports/excel.ts'
import { headingOf, type Row } from '../../../exports/table.ts'
import { textsIn } from '../../../exports/texts.ts'
import { FileAnswer } from '../../../http/file-answer.ts'

type Language = 'en' | 'es'
/** Titles that the form of an account gives to its fields. */
type Titles = ReadonlyMap<string, { title?: string }>

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const headingsOf = (field: SheetField) => [headingOf(field, textsIn('en')), headingOf(field, textsIn('es'))]

const titleOf = (titles: Titles, field: SheetField) => titles.get(field)?.title?.trim() ?? ''

/** Every heading that names a field. */
export const namesOf = (titles: Titles): SheetNames =>
  recordOf(sheetFields, (field) => [...headingsOf(field), titleOf(titles, field)].filter(Boolean))

/** The column that a file of refused rows adds; it is ignored when the file is uploaded again. */
export const unreadHeadings = () => [textsIn('en')('sheet.reason'), textsIn('es')('sheet.reason')]

/** A sheet of text cells only, so that values stay exactly as typed. */
const textFile = (language: Language, headings: readonly string[], count: number, batches: AsyncIterable<Row[]>) => {
  const say = textsIn(language)
  return excelFile({
    title: say('screens.authorizations'),
    tenant: '',
    language,
    say,
    clock: clockIn('UTC'),
    about: [],
    columns: headings.map((heading, at) => ({ heading, kind: 'text', at, text: String })),
    currencies: [],
    count,
    batches,
  })
}

/** The account's own title, unless it could also mean another field. */
const templateHeading = (field: SheetField, language: Language, titles: Titles) => {
  const title = titleOf(titles, field)
  const isOfAnother = sheetFields.some(
    (one) => one !== field && [...headingsOf(one), titleOf(titles, one)].includes(title),
  )
  return title && !isOfAnother ? title : headingOf(field, textsIn(language))
}

async function* nothing(): AsyncGenerator<Row[]> {}

/** An empty sheet to fill in, without the account column if an account was chosen. */
export const templateFile = (language: Language, titles: Titles, isOfOneAccount: boolean) =>
  new FileAnswer(async () => {
    const fields = sheetFields.filter((field) => !isOfOneAccount || field !== 'idPaymentAccount')
    const headings = fields.map((field) => templateHeading(field, language, titles))
    const content = await textFile(language, headings, 0, nothing())
    return { name: `${textsIn(language)('sheet.templateName')}.xlsx`, type, content }
  })

const batchSize = 500

/** The refused rows as uploaded, with the reasons in a last column. */
export const refusedFile = (language: Language, tenantId: number, sheet: StoredSheet, count: number) =>
  new FileAnswer(async ({ database, signal }) => {
    const say = textsIn(language)
    const read = sheet.columns.map(({ field }) => field !== null)
    const headings = sheet.columns.filter((_, at) => read[at]).map(({ heading }) => heading)
    const headingFor = (field: string) =>
      sheet.columns.find((column) => column.field === field)?.heading ?? headingOf(field, say)

    async function* batches() {
      for (let offset = 0; !signal.aborted; offset += batchSize) {
        const page = { kind: 'refused' as const, offset, limit: batchSize }
        const rows = await database.inTenant(tenantId, (tx) => sheetRows(tx, tenantId, sheet.id, page), {
          isRead: true,
        })
        yield rows.map(({ cells, problems }) => [
          ...cells.filter((_, at) => read[at]),
          problems.map(({ field, problem, values }) => `${headingFor(field)}: ${say(problem, values)}`).join('\n'),
        ])
        if (rows.length < batchSize) return
      }
    }
    const content = await textFile(language, [...headings, say('sheet.reason')], count, batches())
    return {
      name: `${say('sheet.refusedName')} ${sheet.fileName.replace(/\.\w+$/, '')}.xlsx`,
      type,
      rows: count,
      content,
    }
  })
