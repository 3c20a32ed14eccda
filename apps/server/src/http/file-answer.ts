import type { OutgoingHttpHeaders } from 'node:http'
import { rowsHeader } from '@parada/contract/kit'
import type { Database } from '@parada/db/open'
import type { FastifyReply } from 'fastify'
import { type AfterCall, untilGone } from './later-answer.ts'

type FileBody = {
  name: string
  type: string
  /** The number of rows, if known. */
  rows?: number
  /** Shown in the page that requested it and nowhere else; all other files are saved. */
  isShown?: boolean
  /** Empty if there is nothing to save. The next chunk is requested when the last one has been sent. */
  content: Buffer | AsyncIterable<Buffer>
}

/**
 * What a handler returns instead of a record: a file. It is opened after every check and after the request's
 * transaction, and opening it may still throw a Problem.
 */
export class FileAnswer {
  readonly open: (after: AfterCall) => Promise<FileBody>

  constructor(open: FileAnswer['open']) {
    this.open = open
  }
}

/** A client that reads nothing of a file for this long is considered gone. */
const longestPauseMs = 60_000

/** A plain ASCII name for old clients, the full name for all others (RFC 6266). */
const dispositionOf = (name: string, isShown = false) => {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/**
 * Resolves when a chunk has been sent. A write to a connection that was just cut may never call back, so closing
 * rejects as well.
 */
const left = ({ raw }: FastifyReply, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const cut = () => reject(new Error('The connection was cut'))
    raw.once('close', cut)
    raw.write(chunk, (error) => {
      raw.off('close', cut)
      if (error) reject(error)
      else resolve()
    })
  })

/**
 * Avoids a stream, which requests chunks ahead: the producer of a chunk reclaims its memory when the next one is
 * requested.
 */
const sendChunks = async (reply: FastifyReply, chunks: AsyncIterable<Buffer>) => {
  reply.hijack()
  // A server that is being stopped then waits for no further request on this connection.
  reply.header('Connection', 'close')
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  try {
    for await (const chunk of chunks) await left(reply, chunk)
    reply.raw.end()
  } catch (err) {
    // A request whose response is not sent completely gets no other log line.
    const line = { req: reply.request, res: reply, responseTime: reply.elapsedTime }
    if (reply.raw.destroyed) reply.log.info(line, 'Somebody left before the end of a file')
    else reply.log.warn({ ...line, err }, 'A file broke off')
    reply.raw.destroy()
  }
  return reply
}

export const sendFile = async (reply: FastifyReply, answer: FileAnswer, database: Database) => {
  const signal = untilGone(reply)
  reply.raw.setTimeout(longestPauseMs, () => reply.raw.destroy())
  const { name, type, rows, isShown, content } = await answer.open({ database, signal })
  reply.type(type)
  if (isShown) reply.header('Cache-Control', 'private, no-store')
  // If a browser opens the file directly, nothing in it runs, whatever its bytes look like.
  if (isShown) reply.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (rows !== undefined) reply.header(rowsHeader, rows)
  reply.header('Content-Disposition', dispositionOf(name, isShown))
  return Buffer.isBuffer(content) ? reply.send(content) : sendChunks(reply, content)
}
