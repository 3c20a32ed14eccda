import type { ProblemKey } from '../problem/keys.ts'

export const bookingBreakNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export const authorizationBreakNumbers = [...bookingBreakNumbers, 10] as const

/** The dependency that applies when no value matches. */
const elseValue = '$else'

type Mandatory = boolean | number | null

type Dependency = { idBreak: number; visible?: boolean | null; mandatory?: Mandatory }

export type BookingBreak = {
  id: number
  mandatory?: Mandatory
  value?: string | null
  valueDependencies?: readonly { value: string; dependencies: readonly Dependency[] }[] | null
}

export const isMandatory = (mandatory: Mandatory | undefined) => mandatory === true || mandatory === 1

const dependenciesOf = ({ value, valueDependencies }: BookingBreak): readonly Dependency[] => {
  const rules = valueDependencies ?? []
  const matching = rules.filter((rule) => rule.value !== elseValue && rule.value === (value ?? ''))
  const applying = matching.length > 0 ? matching : rules.filter((rule) => rule.value === elseValue)
  return applying.flatMap((rule) => rule.dependencies)
}

/**
 * How the form shows an account field. The field's own `mandatory` flag stays as configured, so that a later value can
 * fall back to it.
 */
type BreakState = { visible: boolean; required: boolean }

/** When fields disagree about another one, hiding and requiring win, whatever their order. */
const stateOf = (one: BookingBreak, dependencies: readonly Dependency[]): BreakState => {
  const own = dependencies.filter(({ idBreak }) => idBreak === one.id)
  const demands = own
    .map(({ mandatory }) => mandatory)
    .filter((mandatory) => mandatory !== undefined && mandatory !== null)
  const visible = own.every((dependency) => dependency.visible !== false)
  const required = visible && (demands.length > 0 ? demands.some(isMandatory) : isMandatory(one.mandatory))
  return { visible, required }
}

/**
 * Shows, hides and requires account fields by the values of others. Hiding a field clears its value, which may change
 * what the others require. Values are only ever cleared, so the recursion ends.
 */
export const applyDependencies = <B extends BookingBreak>(breaks: readonly B[]): (B & BreakState)[] => {
  const dependencies = breaks.flatMap(dependenciesOf)
  const applied = breaks.map((one) => ({ ...one, ...stateOf(one, dependencies) }))
  const isSettled = applied.every(({ visible, value }) => visible || !value)
  return isSettled ? applied : applyDependencies(applied.map((one) => (one.visible ? one : { ...one, value: '' })))
}

/** The account fields that keep a form from being saved, once dependencies are applied. */
export const breakProblems = (breaks: readonly BookingBreak[]): { id: number; problem: ProblemKey }[] =>
  applyDependencies(breaks)
    .filter(({ required, value }) => required && !value?.trim())
    .map(({ id }) => ({ id, problem: 'problems.breakRequired' }))
