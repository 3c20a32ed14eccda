import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const memory = '/dev/shm'
const enoughBytes = 8_000_000_000

/** Whether the machine has plenty of memory for files. */
export const hasRoomInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughBytes
  } catch {
    return false
  }
}

/** Where test databases lie: each has a thousand files, which a disk takes long to make and to remove. */
const ground = () => (hasRoomInMemory() ? memory : tmpdir())

export const folderName = 'parada-test-'

/** A folder for a test database. Its name tells which process it belongs to, for whoever clears up after one that was killed. */
export const newFolder = () => mkdtempSync(join(ground(), `${folderName}${process.pid}-`))
