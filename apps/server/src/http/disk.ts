import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

/** Reserved for PostgreSQL's write-ahead log: if it cannot be written, PostgreSQL stops, and then reads fail too. */
const reserveBytes = 100_000_000
const lookEvery = 2_000

export type Disk = { isFull: () => boolean }

const freeOn = async (folder: string) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The embedded database may be on another disk than the rest of the installation. */
const leastFreeOf = async (home: string) => {
  const data = freeOn(join(home, 'postgres')).catch(() => Number.POSITIVE_INFINITY)
  return Math.min(await freeOn(home), await data)
}

/** Checks the disk of the data regularly: writes are refused before it is full, and allowed again once it has room. */
export const watchDisk = (folder: string, log: Pick<FastifyBaseLogger, 'error' | 'info'>, readFree = leastFreeOf) => {
  let isFull = false
  const look = async () => {
    // If the folder cannot be checked, assume that there is room.
    const free = await readFree(folder).catch(() => Number.POSITIVE_INFINITY)
    if (free < reserveBytes === isFull) return
    isFull = !isFull
    if (isFull) log.error({ folder, free }, 'The disk is full: calls that write are refused')
    else log.info({ folder, free }, 'The disk has room again')
  }
  void look()
  const timer = setInterval(look, lookEvery)
  timer.unref()
  return { isFull: () => isFull, look, stop: () => clearInterval(timer) }
}
