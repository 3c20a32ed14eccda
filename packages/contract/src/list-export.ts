import type { Access } from '@parada/domain/access/permissions'
import { isTimeZone } from '@parada/domain/booking/calendar'
import type { ListFields } from '@parada/domain/list/fields'
import { z } from 'zod'
import { type Call, call, type FileSpec } from './kit.ts'
import type { ExportSpec, ListSpec } from './list.ts'

/** Fields of the list, each once, in the order of the file. */
const chosenColumns = (fields: ListFields) =>
  z
    .array(z.string())
    .min(1, 'Choose at least one column')
    .superRefine((names, context) => {
      const seen = new Set<string>()
      for (const name of names) {
        if (!Object.hasOwn(fields, name)) return context.addIssue(`The list has no column '${name}'`)
        if (seen.has(name)) return context.addIssue(`The column '${name}' is there twice`)
        seen.add(name)
      }
    })

/** What a file is made from: the query of the list, the columns, and the reader's time zone and language. */
export type ExportRequest = {
  columns: string[]
  readerZone?: string | undefined
  language?: 'en' | 'es' | undefined
  [parameter: string]: unknown
}

export type ExportCall<Who extends Access = Access> = Call<
  z.ZodType<{ sd: string; format?: string | undefined }>,
  z.ZodType<ExportRequest | object>,
  z.ZodType<ExportRequest | undefined>,
  FileSpec,
  Who
> & { exports: ListSpec & { export: ExportSpec } }

type ExportOptions<Who> = Pick<Call, 'base' | 'path' | 'summary' | 'params' | 'query'> & { access: Who; list: ListSpec }

/** The call that exports a list as a file, for users who may read the list. */
export const exportOf = <const Who extends Access>(
  of: ExportOptions<Who>,
  summary = `${of.summary}, as a file`,
): ExportCall<Who> => {
  const { base, access, list: spec } = of
  const file = spec.export
  if (!file) throw new Error(`${of.path}: say export in the list's declaration`)
  const { fields } = spec
  const own = {
    // Document 3 sends the page along, but a file has every row.
    pageNumber: z.coerce.number().min(0).optional(),
    resultsPerPage: z.coerce.number().min(0).optional(),
    readerZone: z.string().max(100).refine(isTimeZone, 'Use a time zone such as Europe/Madrid').optional(),
    language: z.enum(['en', 'es']).optional(),
  }
  for (const name of ['columns', ...Object.keys(own)])
    if (Object.hasOwn(fields, name)) throw new Error(`${of.path}: a field called ${name} cannot be exported`)
  const columns = chosenColumns(fields)
  const listed = of.query as unknown as z.ZodObject
  const params = of.params as unknown as z.ZodObject
  const words = Object.keys(file.formats)
  const made = call({
    base,
    method: file.method,
    path: file.path,
    access,
    summary,
    params: file.path.includes(':format') ? params.extend({ format: z.enum(words) }) : params,
    ...(file.method === 'POST'
      ? { body: listed.extend({ ...own, columns }) }
      : {
          query: listed.extend({
            ...own,
            columns: z
              .string()
              .optional()
              .transform((text) => text?.split(',') ?? Object.keys(fields))
              .pipe(columns),
          }),
        }),
    response: { file: Object.values(file.formats) },
  })
  return { ...made, exports: { ...spec, export: file } } as unknown as ExportCall<Who>
}

export const isExport = (call: Call): call is ExportCall => 'exports' in call
