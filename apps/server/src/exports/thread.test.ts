import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startThread } from './thread.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parada-thread-'))
})
afterEach(() => rm(folder, { recursive: true }))

const threadOf = async (code: string, workerData?: unknown) => {
  const file = join(folder, 'thread.ts')
  const listen = JSON.stringify(join(import.meta.dirname, 'thread.ts'))
  await writeFile(
    file,
    `import { parentPort, workerData } from 'node:worker_threads'
    import { listen } from ${listen}
    const parent = listen(parentPort)
    ${code}`,
  )
  return startThread(file, { workerData })
}

it('lets a thread finish its current work before it ends', async () => {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const { worker, end } = await threadOf(
    `parent.tell('at work')
    for (const start = Date.now(); Date.now() - start < 300; );
    workerData[0] = 1`,
    done,
  )
  await once(worker, 'message')
  await end()
  expect(done[0]).toBe(1)
})

it('ends a waiting thread even with a timer still running', async () => {
  const { worker, end } = await threadOf(`setInterval(() => {}, 1_000); parent.tell('ready')`)
  await once(worker, 'message')
  await end()
  expect(worker.threadId).toBe(-1)
})

it.runIf(process.platform === 'linux')('gives a thread less of a busy processor than the server', async () => {
  const { worker, end } = await threadOf(`parent.tell(process.getBuiltinModule('os').getPriority())`)
  const own = getPriority()
  const [ofThread] = await once(worker, 'message')
  await end()
  expect(ofThread).toBeGreaterThan(own)
  expect(getPriority()).toBe(own)
})

it('tolerates a thread that has crashed, and a second call to end it', async () => {
  const { worker, end } = await threadOf(`throw new Error('broken')`)
  await once(worker, 'error')
  await Promise.all([end(), end()])
  expect(worker.threadId).toBe(-1)
})

it('ends a thread that is still starting', async () => {
  const { worker, end } = await threadOf('')
  await end()
  expect(worker.threadId).toBe(-1)
})
