/** Loaded into a server under test: on SIGUSR2 it collects garbage and prints its memory use. */
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What one round frees may have held more, and memory returns to the system only after a while. */
const turns = 6

process.on('SIGUSR2', async () => {
  for (let turn = 0; turn < turns; turn++) {
    collect()
    await wait(500)
  }
  console.log(`memory ${JSON.stringify(process.memoryUsage())}`)
})
