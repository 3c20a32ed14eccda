import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isAlive } from '../installation/postmaster.ts'

const folder = join(tmpdir(), 'parada-test-ports')

const reserved: string[] = []
process.once('exit', () => {
  for (const file of reserved) rmSync(file, { force: true })
})

const ownerOf = (file: string) => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/**
 * A free port that no other test takes while this process lives, in this run or another: for servers started later or
 * repeatedly. A server that can choose its own port should.
 */
export const reservePort = async (): Promise<number> => {
  const port = await freePort()
  const file = join(folder, String(port))
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    if (!isAlive(ownerOf(file))) rmSync(file, { force: true })
    return reservePort()
  }
  reserved.push(file)
  return port
}
