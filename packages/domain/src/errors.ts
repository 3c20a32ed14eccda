import { membersOf } from './objects.ts'

/** The code that Node and PostgreSQL give an error. */
export const codeOf = (error: unknown) => {
  const { code } = membersOf(error)
  return typeof code === 'string' ? code : undefined
}

export const messageOf = (error: unknown) => {
  // A refused connection to a host with several addresses has an empty message; its inner errors have one.
  if (error instanceof AggregateError && error.errors.length > 0) return String(error.errors[0]?.message)
  return error instanceof Error ? error.message : String(error)
}
