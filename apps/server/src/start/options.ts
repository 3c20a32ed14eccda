import { parseArgs } from 'node:util'
import { StartProblem } from '@parada/db/problems'
import { messageOf } from '@parada/domain/errors'

const usage =
  'npm start -- [--reset] [--empty | --demo] [--quiet] [--speed N] [--seed N] [--taxis N] [--calls-per-minute N]'

/** Passed on to the simulator unchanged. */
const simulatorOptions = ['speed', 'seed', 'taxis', 'calls-per-minute'] as const

/** Reads the options after `npm start --`. */
export const readStartOptions = (argv: string[]) => {
  const flag = { type: 'boolean', default: false } as const
  const number = { type: 'string' } as const
  const simulated = { speed: number, seed: number, taxis: number, 'calls-per-minute': number }
  try {
    const { values } = parseArgs({
      args: argv,
      options: { reset: flag, empty: flag, demo: flag, quiet: flag, ...simulated },
      strict: true,
    })
    if (values.empty && values.demo) throw new Error('--empty and --demo exclude each other')
    const simulator = simulatorOptions.flatMap((name) => {
      const value = values[name]
      if (value === undefined) return []
      if (!/^\d+(\.\d+)?$/.test(value)) throw new Error(`--${name} needs a number`)
      return [`--${name}`, value]
    })
    const { reset, empty, demo, quiet } = values
    return { reset, empty, demo, quiet, simulator }
  } catch (error) {
    throw new StartProblem(`${messageOf(error).split('. ')[0]}. Usage: ${usage}`)
  }
}
export type StartOptions = ReturnType<typeof readStartOptions>
