import { codeOf } from '@parada/domain/errors'

/** A reason Parada cannot start that a person can act on: the message is the one line to print, without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}

/** Another Parada process is using the same data. */
export class DatabaseInUse extends StartProblem {
  override name = 'DatabaseInUse'
}
/** PostgreSQL or the operating system ran out of disk space. */
export const isDiskFull = (error: unknown) => ['53100', 'ENOSPC'].includes(codeOf(error) ?? '')

const awayCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|57P0[123]|53300)$/
const awayMessages = /Connection terminated|connection error and is not queryable|pool after calling end/

/** The socket of a stopped database is missing; ENOENT for any other file means something else. */
const isWithoutSocket = (error: Error) =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** The database cannot be reached or went away during a query; it will be back. */
export const isDatabaseAway = (error: unknown) =>
  awayCodes.test(codeOf(error) ?? '') ||
  (error instanceof Error && (awayMessages.test(error.message) || isWithoutSocket(error)))

/** Calls have waited so long for a connection that those which can be retried later should be. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** A secret cannot be read or stored, because the installation's key is missing or wrong. */
export class SecretsLocked extends Error {
  override name = 'SecretsLocked'
}
