import { z } from 'zod'
import { contract } from './contract.ts'
import { type Call, isFile, isPage } from './kit.ts'

/** Every call with its name, for tests that check all of them. */
export const allCalls = Object.entries(contract).flatMap(([group, named]) =>
  Object.entries(named as Record<string, Call>).map(([name, call]) => ({ name: `${group}.${name}`, call })),
)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The first field of a response that the contract does not have. */
const strayField = (given: unknown, read: unknown, path = ''): string | undefined => {
  if (!isRecord(given) || !isRecord(read)) return undefined
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!Object.hasOwn(read, name)) return `${path}${name}`
    const inner = strayField(value, read[name], `${path}${name}.`)
    if (inner) return inner
  }
}

const schemaOf = ({ response }: Call) => {
  // What comes in the envelope instead of a file is an error.
  if (isFile(response)) return z.never()
  if (!isPage(response)) return response
  const rows = z.object({ [response.listKey]: z.array(response.row) })
  return response.beside instanceof z.ZodObject ? rows.extend(response.beside.shape) : rows
}

/** What is wrong with a call's response: a field of the wrong type, a missing field, or an undeclared one. */
export const responseProblem = (call: Call, response: unknown) => {
  if (call.mayBeEmpty && response === undefined) return undefined
  const read = schemaOf(call).safeParse(response)
  if (!read.success) return z.prettifyError(read.error)
  const stray = strayField(response, read.data)
  return stray && `${stray}: the contract does not have this field`
}
