import { parseArgs } from 'node:util'
import { StartProblem } from '@parada/db/problems'

const usage = 'npm start -- [--reset] [--empty | --demo]'

/** What may stand after `npm start --`. */
export const readStartOptions = (argv: string[]) => {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({ args: argv, options: { reset: flag, empty: flag, demo: flag }, strict: true })
    if (values.empty && values.demo) throw new Error('--empty and --demo exclude each other')
    return values
  } catch (error) {
    throw new StartProblem(`${(error as Error).message.split('. ')[0]}. Usage: ${usage}`)
  }
}
