/** A reason Parada cannot start that a person can act on: the message is the one line to print, without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}

/** Another Parada works on the same data. */
export class DatabaseInUse extends StartProblem {
  override name = 'DatabaseInUse'
}

export const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

export const messageOf = (error: unknown) => {
  // A refused connection to a host with several addresses has an empty message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return String(error.errors[0]?.message)
  return error instanceof Error ? error.message : String(error)
}
