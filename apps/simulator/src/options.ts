import { parseArgs } from 'node:util'
import { keysOf, recordOf } from '@parada/domain/objects'

const limits = {
  /** How many times faster than in real life taxis drive. */
  speed: { least: 0.01, most: 1_000, otherwise: 1 },
  seed: { least: 0, most: 2 ** 32 - 1, otherwise: 1 },
  taxis: { least: 1, most: 5_000, otherwise: 300 },
  /** All tenants together. With 0 nobody phones, and no automatic operator works. */
  'calls-per-minute': { least: 0, most: 600, otherwise: 6 },
  /** How much goes wrong: 1 as in real life, 0 nothing. */
  faults: { least: 0, most: 5, otherwise: 1 },
} as const

type Name = keyof typeof limits
const names = keysOf(limits)

const numberOf = (name: Name, text: string | undefined) => {
  const { least, most, otherwise } = limits[name]
  const value = text === undefined ? otherwise : Number(text)
  if (text?.trim() === '' || !(value >= least && value <= most)) throw new Error(`--${name}: ${least} to ${most}`)
  return value
}

export const readOptions = (argv: string[]) => {
  const options = recordOf(names, () => ({ type: 'string' }) as const)
  const { values } = parseArgs({ args: argv, options, strict: true })
  const read = (name: Name) => numberOf(name, values[name])
  return {
    speed: read('speed'),
    seed: read('seed'),
    taxis: read('taxis'),
    callsPerMinute: read('calls-per-minute'),
    faults: read('faults'),
  }
}
export type Options = ReturnType<typeof readOptions>
