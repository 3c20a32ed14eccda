import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

export const memory = '/dev/shm'
const enoughBytes = 8_000_000_000

/**
 * Where test databases lie: in memory where a machine has plenty of it. Each has a thousand files, which a disk takes long
 * to make and to remove.
 */
export const ground = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
