import { membersOf } from './objects.ts'

/** What Node and PostgreSQL call an error by. */
export const codeOf = (error: unknown) => {
  const { code } = membersOf(error)
  return typeof code === 'string' ? code : undefined
}

export const messageOf = (error: unknown) => {
  // A refused connection to a host with several addresses has an empty message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return String(error.errors[0]?.message)
  return error instanceof Error ? error.message : String(error)
}
