/** A reason Parada cannot start that a person can act on: the message is the one line to print, without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}

/** Another Parada works on the same data. */
export class DatabaseInUse extends StartProblem {
  override name = 'DatabaseInUse'
}
