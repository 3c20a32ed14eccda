/** Loaded into a server that is watched: it tells its memory, once what nobody holds is gone, whenever it is asked by a signal. */
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What one turn sets free may have held more, and pages are given back to the system only after a while. */
const turns = 6

process.on('SIGUSR2', async () => {
  for (let turn = 0; turn < turns; turn++) {
    collect()
    await wait(500)
  }
  console.log(`memory ${JSON.stringify(process.memoryUsage())}`)
})
