import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const memory = '/dev/shm'
const enoughBytes = 8_000_000_000

/**
 * Where test databases lie: in memory where a machine has plenty of it. Each has a thousand files, which a disk takes long
 * to make and to remove.
 */
const ground = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

export const folderName = 'parada-test-'

/** A folder for a test database. Its name tells which process it belongs to, for whoever clears up after one that was killed. */
export const newFolder = () => mkdtempSync(join(ground(), `${folderName}${process.pid}-`))
