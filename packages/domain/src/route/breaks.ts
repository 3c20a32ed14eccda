import { type FormConfig, formProblems } from '../authorization/form.ts'
import { applyDependencies, authorizationBreakNumbers, type BookingBreak, breakProblems } from '../booking/breaks.ts'
import type { StoredBreak } from '../booking/fields.ts'
import type { ProblemKey } from '../problem/keys.ts'

/**
 * The fields that a route's account asks for: `configs` are those of the route itself, `form` those of the
 * authorization.
 */
export type AskedBreaks<B extends BookingBreak = BookingBreak> = { configs: readonly B[]; form: FormConfig }

/** By the number of the field; an empty field may be missing. */
export type BreakValues = Readonly<Record<number, string>>
export type RouteBreaks = { booking: BreakValues; authorization: BreakValues }

export const valuesOf = (stored: readonly StoredBreak[]): BreakValues =>
  Object.fromEntries(stored.map(({ id, value }) => [id, value]))

const formName = (number: number) => `authorizationBreak${number}`

/** The numbers of the authorization fields that a route shows: those in the form, and those with a value. */
export const authorizationBreaksShown = ({ form }: Pick<AskedBreaks, 'form'>, values: BreakValues) =>
  authorizationBreakNumbers.filter((number) => form.has(formName(number)) || values[number])

const withValues = <B extends BookingBreak>(configs: readonly B[], values: BreakValues) =>
  configs.map((one) => ({ ...one, value: values[one.id] ?? '' }))

/** The numbers of the authorization fields that fail their regex or hold a value that is not on their list. */
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

/** Whether all fields that are required before a route is sent are filled (O3-43). */
export const areBreaksFilled = (asked: AskedBreaks, { booking, authorization }: RouteBreaks) =>
  breakProblems(withValues(asked.configs, booking)).length === 0 && formFaults(asked, authorization).length === 0

export type BreakName = `${'bookingBreakValue' | 'authorizationBreakValue'}${number}`
type BreakFault = { field: BreakName; problem: ProblemKey }

/**
 * Fields that cannot be saved: the account does not ask for them, or they break its form. An empty field is merely not
 * filled yet.
 */
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

/** The fields as stored: hidden ones lose their values. */
export const keptBreaks = <B extends BookingBreak & { label?: string | null }>(
  { configs }: AskedBreaks<B>,
  { booking, authorization }: RouteBreaks,
) => ({
  bookingBreaks: applyDependencies(withValues(configs, booking))
    .filter(({ value }) => value)
    // Keys in the order in which the database returns them, so that equal fields compare as equal.
    .map(({ id, value, label }): StoredBreak => ({ id, ...(label && { label }), value })),
  authorizationBreaks: authorizationBreakNumbers.flatMap((id): StoredBreak[] => {
    const value = authorization[id]
    return value ? [{ id, value }] : []
  }),
})
