import { resolve } from 'node:path'
import { messageOf } from '@parada/domain/errors'
import { readOptions } from './options.ts'
import { simulate } from './simulation.ts'
import { readSimulatorConfig } from './simulator-config.ts'
import { makeTally } from './tally.ts'

const tally = makeTally()

const start = async () => {
  const options = readOptions(process.argv.slice(2))
  return simulate(await readSimulatorConfig(resolve(process.env.PARADA_HOME || '.parada')), options, tally)
}

const starting = start().catch((error: unknown) => {
  tally.warn(`The simulator did not start: ${messageOf(error)}`)
  process.exit(1)
})

const stop = async () => {
  await (await starting).stop()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// When the server started it, it ends with the server, however that ended.
process.on('disconnect', () => process.exit(0))
