import { type FormConfig, formProblems } from '../authorization/form.ts'
import { applyDependencies, authorizationBreakNumbers, type BookingBreak, breakProblems } from '../booking/breaks.ts'
import type { StoredBreak } from '../booking/fields.ts'
import type { ProblemKey } from '../problem/keys.ts'

/** What the account of a route asks for: of the route itself, and of whoever is authorized. */
export type AskedBreaks<B extends BookingBreak = BookingBreak> = { configs: readonly B[]; form: FormConfig }

/** By the number of the break; an empty one may be missing. */
export type BreakValues = Readonly<Record<number, string>>
export type RouteBreaks = { booking: BreakValues; authorization: BreakValues }

export const valuesOf = (stored: readonly StoredBreak[]): BreakValues =>
  Object.fromEntries(stored.map(({ id, value }) => [id, value]))

const formName = (number: number) => `authorizationBreak${number}`

/** The numbers of the authorization's breaks that a route shows: those that the form names, and those that it has. */
export const authorizationBreaksShown = ({ form }: Pick<AskedBreaks, 'form'>, values: BreakValues) =>
  authorizationBreakNumbers.filter((number) => form.has(formName(number)) || values[number])

const withValues = <B extends BookingBreak>(configs: readonly B[], values: BreakValues) =>
  configs.map((one) => ({ ...one, value: values[one.id] ?? '' }))

/** What is wrong with the authorization's breaks, by their number: one breaks its regex or is not on its list. */
const formFaults = ({ form }: Pick<AskedBreaks, 'form'>, values: BreakValues) => {
  const ofBreaks = new Map(
    authorizationBreakNumbers.flatMap((number) => {
      const field = form.get(formName(number))
      return field ? [[formName(number), field] as const] : []
    }),
  )
  const named = Object.fromEntries(authorizationBreakNumbers.map((number) => [formName(number), values[number]]))
  const wrong = new Set(formProblems(ofBreaks, named).map(({ field }) => field))
  return authorizationBreakNumbers.filter((number) => wrong.has(formName(number)))
}

/** Whether everything is filled that has to be before a route is sent (O3-43). */
export const areBreaksFilled = (asked: AskedBreaks, { booking, authorization }: RouteBreaks) =>
  breakProblems(withValues(asked.configs, booking)).length === 0 && formFaults(asked, authorization).length === 0

export type BreakName = `${'bookingBreakValue' | 'authorizationBreakValue'}${number}`
export type BreakFault = { field: BreakName; problem: ProblemKey }

/** What cannot be saved: something that nobody asks for, or that breaks its form. An empty break is merely not filled yet. */
export const routeBreakProblems = (asked: AskedBreaks, { booking, authorization }: RouteBreaks): BreakFault[] => {
  const unknown = Object.keys(booking).filter(
    (id) => booking[Number(id)] && !asked.configs.some((one) => String(one.id) === id),
  )
  return [
    ...unknown.map(
      (id): BreakFault => ({ field: `bookingBreakValue${Number(id)}`, problem: 'problems.breakNotAsked' }),
    ),
    ...formFaults(asked, authorization)
      .filter((number) => authorization[number])
      .map(
        (number): BreakFault => ({
          field: `authorizationBreakValue${number}`,
          problem: 'problems.correctTheForm',
        }),
      ),
  ]
}

/** The breaks as they are kept: hidden ones lose their values. */
export const keptBreaks = <B extends BookingBreak & { label?: string | null }>(
  { configs }: AskedBreaks<B>,
  { booking, authorization }: RouteBreaks,
) => ({
  bookingBreaks: applyDependencies(withValues(configs, booking))
    .filter(({ value }) => value)
    // In the order of the database, so that the same breaks are seen to be the same.
    .map(({ id, value, label }): StoredBreak => ({ id, ...(label && { label }), value })),
  authorizationBreaks: authorizationBreakNumbers.flatMap((id): StoredBreak[] => {
    const value = authorization[id]
    return value ? [{ id, value }] : []
  }),
})
