import type { OutgoingHttpHeaders } from 'node:http'
import { rowsHeader } from '@parada/contract/kit'
import type { Database } from '@parada/db/open'
import type { FastifyReply } from 'fastify'
import { type AfterCall, untilGone } from './later-answer.ts'

export type FileBody = {
  name: string
  type: string
  /** How many rows it has, where that is known. */
  rows?: number
  /** Shown in the page that asked for it, and by nothing else; all others are saved. */
  isShown?: boolean
  /** Empty where there is nothing to save. The next chunk is asked for when the last one has left. */
  content: Buffer | AsyncIterable<Buffer>
}

/**
 * What a handler answers in place of a record: a file. It is opened after every check and after the call's transaction;
 * until it is open it may still throw a Problem.
 */
export class FileAnswer {
  readonly open: (after: AfterCall) => Promise<FileBody>

  constructor(open: FileAnswer['open']) {
    this.open = open
  }
}

/** Whoever takes nothing of a file for so long is taken to be gone. */
const longestPauseMs = 60_000

/** The plain name for old programs, the whole one for all others (RFC 6266). */
export const dispositionOf = (name: string, isShown = false) => {
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

/** What is written to a connection that is cut, before the answer has heard of it, is never told to have left. */
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

/** Not through a stream, which asks for chunks ahead: whoever made one takes its memory back when the next is asked for. */
const sendChunks = async (reply: FastifyReply, chunks: AsyncIterable<Buffer>) => {
  reply.hijack()
  // A server that stops meanwhile waits for no further call on this connection.
  reply.header('Connection', 'close')
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  try {
    for await (const chunk of chunks) await left(reply, chunk)
    reply.raw.end()
  } catch (err) {
    // A call whose answer has not left whole has no line of its own.
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
  // Whatever its bytes may look like to a browser that opens it by itself, nothing in it runs.
  if (isShown) reply.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (rows !== undefined) reply.header(rowsHeader, rows)
  reply.header('Content-Disposition', dispositionOf(name, isShown))
  return Buffer.isBuffer(content) ? reply.send(content) : sendChunks(reply, content)
}
