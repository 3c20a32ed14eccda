import { parseArgs } from 'node:util'
import { messageOf } from '@parada/domain/errors'
import { recordOf } from '@parada/domain/objects'
import { WrongUse } from './refused.ts'

type Shape<Option extends string> = {
  /** How many words the command itself takes, and whether more may follow. */
  words: number
  more?: boolean
  options?: readonly Option[]
}

/** Splits the command line into words and options with values. */
export const readArguments = <Option extends string = never>(
  args: string[],
  { words, more = false, options = [] }: Shape<Option>,
) => {
  const config = recordOf<string, { type: 'string' }>(options, () => ({ type: 'string' }))
  let parsed: { values: object; positionals: string[] }
  try {
    parsed = parseArgs({ args, options: config, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongUse(messageOf(error).split('. ')[0])
  }
  const { positionals } = parsed
  if (positionals.length < words) throw new WrongUse('Something is missing')
  if (positionals.length > words && !more) throw new WrongUse(`Not understood: ${positionals.slice(words).join(' ')}`)
  return { words: positionals, options: parsed.values as { [Name in Option]?: string } }
}

/** Pairs written key=value; a value may hold further equals signs. */
export const readPairs = (words: string[]): [string, string][] =>
  words.map((word) => {
    const equals = word.indexOf('=')
    if (equals < 1) throw new WrongUse(`"${word}" is not written key=value`)
    return [word.slice(0, equals), word.slice(equals + 1)]
  })
