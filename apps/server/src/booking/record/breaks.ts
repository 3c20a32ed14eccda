import type { Work } from '@parada/db/queries/booking-changes'
import { breakConfigs } from '@parada/db/queries/booking-references'
import { applyDependencies, breakProblems } from '@parada/domain/booking/breaks'
import type { StoredBreak } from '@parada/domain/booking/fields'
import { refuse } from '../../http/problem.ts'

type BreakInput = { id: number; value?: string | null | undefined; label?: string | null | undefined }

/** The account fields (breaks) of a payment account with the given values; hidden ones are empty. */
export const breaksWith = async (
  { tx, tenant }: Pick<Work, 'tx' | 'tenant'>,
  idPaymentAccount: number | null,
  inputs: readonly BreakInput[],
) => {
  const configs = await breakConfigs(tx, tenant.id, idPaymentAccount)
  const values = new Map(inputs.map(({ id, value }) => [id, value ?? '']))
  return applyDependencies(configs.map((config) => ({ ...config, value: values.get(config.id) ?? '' })))
}

/** The account fields to store. Refused if a required one is empty, or if the account has no such field. */
export const checkBreaks = async (
  work: Work,
  idPaymentAccount: number | null,
  inputs: readonly BreakInput[],
): Promise<StoredBreak[]> => {
  const breaks = await breaksWith(work, idPaymentAccount, inputs)
  const stranger = inputs.find(({ id, value }) => value && !breaks.some((known) => known.id === id))
  if (stranger)
    throw refuse.field(`bookingBreaks.${stranger.id}`, `bookingBreaks.${stranger.id}: this account has no such field`)
  const [problem] = breakProblems(breaks)
  if (problem) throw refuse.rule(problem.problem, `bookingBreaks.${problem.id}`)
  return breaks.filter(({ value }) => value).map(({ id, value, label }) => ({ id, value, label }))
}
