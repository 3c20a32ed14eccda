import { codeOf } from '@parada/domain/errors'

/** A reason Parada cannot start that a person can act on: the message is the one line to print, without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}

/** Another Parada works on the same data. */
export class DatabaseInUse extends StartProblem {
  override name = 'DatabaseInUse'
}
/** PostgreSQL, or the system below it, could not write for want of space. */
export const isDiskFull = (error: unknown) => ['53100', 'ENOSPC'].includes(codeOf(error) ?? '')

const awayCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|57P0[123]|53300)$/
const awayMessages = /Connection terminated|connection error and is not queryable|pool after calling end/

/** A socket that is not there, of a database that was stopped: any other file that is missing is something else. */
const isWithoutSocket = (error: Error) =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** The database cannot be reached, or ended in the middle of the work; it will be back. */
export const isDatabaseAway = (error: unknown) =>
  awayCodes.test(codeOf(error) ?? '') ||
  (error instanceof Error && (awayMessages.test(error.message) || isWithoutSocket(error)))

/** Calls have waited for a connection for so long that those who can come back later should. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** A secret cannot be read or kept, because the installation's key is not here or not the right one. */
export class SecretsLocked extends Error {
  override name = 'SecretsLocked'
}
