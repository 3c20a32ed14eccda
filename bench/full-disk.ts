import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '@parada/domain/errors'
import { everything, serverAlone, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'

export const title = 'A full disk under a running server'

/** The hour of a session is extended in the database every 30 s: reads must go on after that too. */
const fullForMs = 40_000
const longestWaitMs = 20_000

/** Mounts a small disk, which only root may do; undefined for any other user. */
const mountDisk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'parada-disk-'))
  chmodSync(folder, 0o755)
  const remove = () => rmdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=755', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    remove()
    return undefined
  }
  const unmount = () => {
    execFileSync('umount', [folder])
    remove()
  }
  return { folder, unmount }
}

/** Fills the disk completely. The returned function frees it again. */
const fillUp = (folder: string) => {
  const ballast = join(folder, 'ballast')
  const file = openSync(ballast, 'w')
  for (const size of [1_000_000, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
  return () => rmSync(ballast)
}

const bookingOf = () => ({
  status: 5,
  entryChannel: 20,
  paymentMethod: 11,
  timeBookingStart: Date.now() + 86_400_000,
  asap: false,
  origin: { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 },
  destination: { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 },
  passengerName: 'Eva Prueba',
})

type Answer = {
  status: number
  took: number
  content: { meta?: { errorMessage?: string }; response?: { token?: string }; disk?: string }
}

const desk = async (origin: string) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const begun = performance.now()
    const answered = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(10_000) })
    const content = (await answered.json()) as Answer['content']
    return { status: answered.status, took: performance.now() - begun, content }
  }
  const { authorization } = everything('demo')
  const { content } = await ask('/api/authenticate/demo/', { method: 'POST', headers: { authorization } })
  const headers = { token: content.response?.token ?? '', 'content-type': 'application/json' }
  return {
    read: () => ask('/api/services/demo/alive/fleet', { headers }),
    write: () =>
      ask('/api/services/demo/create', {
        method: 'POST',
        headers,
        body: JSON.stringify({ booking: bookingOf() }),
      }),
    health: () => ask('/health'),
  }
}

/** Waits until this is so, and returns how long it took. */
const until = async (what: string, isSo: () => Promise<boolean>) => {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > longestWaitMs) throw new Error(`Not within ${longestWaitMs / 1_000} s: ${what}`)
    await wait(50)
  }
  return performance.now() - begun
}

const share = (what: string, answers: Answer[], isRight: (answer: Answer) => boolean): Figure => ({
  what,
  value: (answers.filter(isRight).length / answers.length) * 100,
  unit: '%',
  atLeast: 100,
})

const fill = async (folder: string, { read, write, health }: Awaited<ReturnType<typeof desk>>): Promise<Figure[]> => {
  const isDisk = async (state: string) => (await health()).content.disk === state
  const isWritten = async () => (await write()).status === 200
  await until('a booking is made', isWritten)
  const free = fillUp(folder)
  const noticed = await until('/health says that the disk is full', () => isDisk('full'))
  const [reads, writes, healths]: [Answer[], Answer[], Answer[]] = [[], [], []]
  for (const end = performance.now() + fullForMs; performance.now() < end; await wait(200)) {
    reads.push(await read())
    writes.push(await write())
    healths.push(await health())
  }
  free()
  const back = await until('bookings are made again', isWritten)
  const all = [...reads, ...writes, ...healths]
  return [
    { what: 'until /health says so', value: noticed / 1_000, unit: 's', atMost: 5 },
    share('reads answered', reads, ({ status }) => status === 200),
    share('writes refused in words', writes, ({ status, content }) => {
      const words = content.meta?.errorMessage ?? ''
      return [503, 507].includes(status) && words.includes('disk is full')
    }),
    share(
      '/health answered, with a full disk',
      healths,
      ({ status, content }) => status === 200 && content.disk === 'full',
    ),
    { what: 'slowest answer meanwhile', value: Math.max(...all.map(({ took }) => took)), unit: 'ms', atMost: 2_000 },
    { what: 'from free space to writing again', value: back / 1_000, unit: 's', atMost: 5 },
  ]
}

export const measure = async (): Promise<Figure[]> => {
  const disk = mountDisk()
  if (!disk) {
    console.log('\nNo disk could be mounted: the full disk is measured only as root on Linux.')
    return []
  }
  try {
    const home = join(disk.folder, 'home')
    mkdirSync(home, { mode: 0o755 })
    const product = await startProduct(home, { PARADA_DEMO_HISTORY: '0' }, [...serverAlone, '--demo'])
    try {
      return await fill(disk.folder, await desk(product.origin))
    } finally {
      await product.stop()
    }
  } finally {
    disk.unmount()
  }
}
