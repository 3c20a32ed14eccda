/** Loaded into a server that is watched: it tells its memory, once what nobody holds is gone, whenever it is asked by a signal. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collect()
  // What the first turn set free may have held more.
  setTimeout(() => {
    collect()
    console.log(`memory ${JSON.stringify(process.memoryUsage())}`)
  }, 500)
})
