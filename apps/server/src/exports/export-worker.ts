import type { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import type { FileFormat } from '@parada/contract/list'
import { readByCursor } from '@parada/db/cursor'
import { makePool } from '@parada/db/pool'
import { codeOf, messageOf } from '@parada/domain/errors'
import { Field } from '@parada/domain/list/fields'
import { clockIn } from './clock.ts'
import type { ExportJob, FromWorker } from './export-job.ts'
import { columnsFor, type Table } from './table.ts'
import { findTexts, textsIn } from './texts.ts'
import { listen } from './thread.ts'

const writers: Record<FileFormat, () => Promise<(table: Table) => Readable | Promise<Readable>>> = {
  excel: async () => (await import('./excel.ts')).excelFile,
  csv: async () => (await import('./csv.ts')).csvFile,
  pdf: async () => (await import('./list-pdf.ts')).listPdf,
}

const parent = listen(parentPort)

const tell = (message: FromWorker) => parent.tell(message, 'chunk' in message ? [message.chunk.buffer] : [])

const tableOf = (job: ExportJob, count: number, batches: Table['batches']): Table => {
  const { title, tenant, about, language, timeZone, columns, labels } = job
  const say = textsIn(language)
  const fields = Object.fromEntries(
    Object.entries(job.fields).map(([name, facts]) => [
      name,
      new Field({ ...facts, codes: facts.codes, currency: facts.currency, isFiltered: false, isSorted: false }),
    ]),
  )
  return {
    ...columnsFor(fields, columns, say, labels),
    title,
    tenant,
    about,
    language,
    say,
    clock: clockIn(timeZone),
    count,
    batches,
  }
}

const work = async (job: ExportJob) => {
  findTexts(job.webFolder)
  const { tenantId, statements, columns } = job
  const pool = makePool(job.appUrl, () => {}, 1)
  const { signal } = new AbortController()
  const { count, batches, end } = await readByCursor(pool, { ...statements, tenantId, width: columns.length, signal })
  if (count === 0) {
    await end()
    await pool.end()
    tell({ count })
    return
  }
  tell({ count })
  await parent.next()
  const write = await writers[job.format]()
  const file = await write(tableOf(job, count, batches))
  for await (const chunk of file) {
    tell({ chunk: new Uint8Array(chunk) })
    await parent.next()
  }
  await pool.end()
  tell({ isEnd: true })
}

/** Writes one file after the other; the next may be requested once the end of the last one is reported. */
for (;;) {
  const [job]: ExportJob[] = await parent.next()
  if (job) await work(job).catch((error: unknown) => tell({ error: messageOf(error), code: codeOf(error) }))
}
