import { appendFileSync, statSync } from 'node:fs'
import { appendFile, rename, rm } from 'node:fs/promises'

export const logLimits = {
  /** A file is rotated at this size or this age, and this many old ones are kept. */
  bytes: 20_000_000,
  ageMs: 24 * 3_600_000,
  kept: 10,
  /** Lines are batched, because writing each one would cost a request more than its validation does. */
  gatheredBytes: 4_096,
  /** The most that may wait for a disk that does not accept it; the rest is lost. */
  waitingBytes: 1_000_000,
  flushMs: 1_000,
}

/** The log is about people, so nobody else on the machine may read it. */
const ownFile = { mode: 0o600 }

type Options = { append?: (path: string, text: string) => Promise<void>; now?: () => number; limits?: typeof logLimits }

/**
 * Writes the log to a file. A full disk costs lines, which are counted and reported once there is room again; it never
 * blocks anybody.
 */
export const logFile = (
  path: string,
  { append = (file, text) => appendFile(file, text, ownFile), now = Date.now, limits = logLimits }: Options = {},
) => {
  const found = statSync(path, { throwIfNoEntry: false })
  let size = found?.size ?? 0
  let since = found?.birthtimeMs ?? now()
  let waiting: string[] = []
  let waitingBytes = 0
  let lost = 0
  let writing: Promise<void> | undefined

  const rotate = async () => {
    await rm(`${path}.${limits.kept}`, { force: true })
    for (let nth = limits.kept - 1; nth > 0; nth--) await rename(`${path}.${nth}`, `${path}.${nth + 1}`).catch(() => {})
    await rename(path, `${path}.1`).catch(() => {})
    size = 0
    since = now()
  }

  const take = () => {
    const lines = waiting
    waiting = []
    waitingBytes = 0
    return lines
  }

  const lossLine = () => `${JSON.stringify({ level: 40, time: now(), lost, msg: 'Lines of the log were lost' })}\n`

  const drain = async () => {
    while (waiting.length > 0) {
      const lines = take()
      const told = lost
      const text = (told > 0 ? lossLine() : '') + lines.join('')
      try {
        if (size > 0 && (size + text.length > limits.bytes || now() - since > limits.ageMs)) await rotate()
        await append(path, text)
        size += text.length
        // More lines may have been lost during the write.
        lost -= told
      } catch {
        lost += lines.length
      }
    }
  }

  const flush = () => {
    writing ??= drain().finally(() => {
      writing = undefined
    })
    return writing
  }

  const timer = setInterval(flush, limits.flushMs)
  timer.unref()

  return {
    write: (line: string) => {
      if (waitingBytes > limits.waitingBytes) {
        lost++
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      if (waitingBytes >= limits.gatheredBytes) void flush()
    },
    flush,
    /** Writes the last lines of a process that is ending. */
    end: () => {
      clearInterval(timer)
      try {
        if (waiting.length > 0) appendFileSync(path, take().join(''), ownFile)
      } catch {
        // There is nobody left to tell.
      }
    },
  }
}
