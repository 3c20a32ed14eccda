import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const memory = '/dev/shm'
const enoughBytes = 8_000_000_000

/** Whether the in-memory file system has plenty of room. */
export const hasRoomInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughBytes
  } catch {
    return false
  }
}

/** Where test databases are stored: each has a thousand files, which are slow to create and remove on a disk. */
const ground = () => (hasRoomInMemory() ? memory : tmpdir())

export const folderName = 'parada-test-'

/**
 * A folder for a test database. Its name contains the id of its process, so that the folders of killed processes can be
 * removed.
 */
export const newFolder = () => mkdtempSync(join(ground(), `${folderName}${process.pid}-`))
