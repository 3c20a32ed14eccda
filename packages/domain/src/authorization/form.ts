import { defined, isRecord, membersOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { type Pattern, readPattern } from './pattern.ts'

/** The settings of one field in a payment account's form (document 2, section 3). */
type FormField = {
  title?: string
  defaultValue?: string
  /** The field whose value this field starts with. */
  inheritsFrom?: string
  regex?: Pattern
  listValues?: readonly string[]
}

export type FormConfig = ReadonlyMap<string, FormField>
export type FormValues = Readonly<Record<string, string | null | undefined>>

/** A part of a config that cannot be used: its field, absent if it is the whole config, and the reason in words. */
type ConfigProblem = { field?: string; reason: string }

/** Called with anything that cannot be used in a config, so that the caller can tell someone who can change it. */
export type OnProblem = (problem: ConfigProblem) => void

const ignore: OnProblem = () => {}

const parsed = (text: string, onProblem: OnProblem): Record<string, unknown> => {
  try {
    const json: unknown = JSON.parse(text)
    if (isRecord(json)) return json
  } catch {}
  onProblem({ reason: 'the form config is not a JSON object' })
  return {}
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

const faults = {
  notText: 'is not text',
  unreadable: 'cannot be read as a regular expression',
  unsupported: 'uses back references, look-around or flags, which could take for ever to run',
  tooLarge: 'is too long, or repeats too much',
}

const patternOf = (value: unknown, field: string, onProblem: OnProblem) => {
  if (value === undefined || value === null || value === '') return undefined
  const read = typeof value === 'string' ? readPattern(value) : ({ fault: 'notText' } as const)
  if ('pattern' in read) return read.pattern
  onProblem({ field, reason: `the regex of ${field} ${faults[read.fault]}` })
  return undefined
}

/** Reads a list of texts, or of choices with a value each. */
const listOf = (value: unknown) => {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item: unknown) => textOf(item) ?? textOf(membersOf(item).value) ?? [])
}

const fieldOf = (name: string, said: unknown, onProblem: OnProblem): FormField => {
  const { title, defaultValue, inheritsFrom, regex, listValues } = membersOf(said)
  return defined({
    title: textOf(title),
    defaultValue: textOf(defaultValue),
    inheritsFrom: textOf(inheritsFrom) || undefined,
    regex: patternOf(regex, name, onProblem),
    listValues: listOf(listValues),
  })
}

/** Unreadable parts of a config impose no rule: a mistake in it must not lock everyone out of the form. */
export const parseFormConfig = (text: string, onProblem = ignore): FormConfig =>
  new Map(Object.entries(parsed(text, onProblem)).map(([name, said]) => [name, fieldOf(name, said, onProblem)]))

/** Every problem that prevents a config from being saved. */
export const configProblems = (text: string) => {
  const problems: ConfigProblem[] = []
  parseFormConfig(text, (problem) => problems.push(problem))
  return problems
}

const heirsOf = (config: FormConfig, source: string) =>
  [...config].filter(([name, { inheritsFrom }]) => inheritsFrom === source && name !== source).map(([name]) => name)

const startingWith = (source: string, value: string) => (value.startsWith(source) ? value : source + value)

/**
 * The values after one was typed: fields that inherit it update their inherited part and keep what the user added
 * (O2-34). In a cycle of inherited fields, each is visited once.
 */
export const withField = (config: FormConfig, values: FormValues, field: string, typed: string): FormValues => {
  const next: Record<string, string | null | undefined> = { ...values }
  const visited = new Set<string>()
  const put = (name: string, value: string) => {
    if (visited.has(name)) return
    visited.add(name)
    const before = next[name] ?? ''
    next[name] = value
    for (const heir of heirsOf(config, name)) {
      const own = next[heir] ?? ''
      put(heir, value + (own.startsWith(before) ? own.slice(before.length) : own))
    }
  }
  put(field, typed)
  return next
}

/** The values of an empty form. */
export const startingValues = (config: FormConfig): FormValues => {
  const defaults = Object.fromEntries([...config].map(([name, { defaultValue = '' }]) => [name, defaultValue]))
  return prefixed(config, defaults)
}

/** Prefixes every inherited field with the value of its source, however the form was filled in. */
export const prefixed = (config: FormConfig, values: FormValues): FormValues => {
  const settled: Record<string, string | null | undefined> = { ...values }
  const visited = new Set<string>()
  const settle = (name: string): string => {
    const source = config.get(name)?.inheritsFrom
    if (source && source !== name && !visited.has(name)) {
      visited.add(name)
      settled[name] = startingWith(settle(source), settled[name] ?? '')
    }
    return settled[name] ?? ''
  }
  for (const name of config.keys()) settle(name)
  return settled
}

export type FormProblem = { field: string; problem: ProblemKey }

/** The fields that fail their regex or hold a value that is not on their list, including an empty one. */
export const formProblems = (config: FormConfig, values: FormValues): FormProblem[] =>
  [...config]
    .filter(([name, { regex, listValues }]) => {
      const value = values[name] ?? ''
      return (regex && !regex.test(value)) || (listValues && !listValues.includes(value))
    })
    .map(([field]) => ({ field, problem: 'problems.correctTheForm' }))
