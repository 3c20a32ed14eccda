const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** An input that both sides changed, with the other side's value. */
export type Clash<Name extends string = string> = { name: Name; theirs: unknown }

type Sides<Values> = {
  /** The values that both sides started from. */
  before: Values
  /** The record's current values. */
  latest: Values
  typed: Values
  /** Inputs that only make sense together: changes on both sides clash even if they are in different inputs. */
  together?: readonly string[]
}

/** Merges a changed record into a form: untouched inputs take the new values, the others keep what was typed. */
export const takeOver = <Values extends object>({ before, latest, typed, together = [] }: Sides<Values>) => {
  type Name = Extract<keyof Values, string>
  const names = Object.keys(typed) as Name[]
  const isTyped = (name: Name) => !isSame(typed[name], before[name])
  const isTheirs = (name: Name) => !isSame(latest[name], before[name])
  const isSetTyped = names.some((name) => together.includes(name) && isTyped(name))
  const isKept = (name: Name) => isTyped(name) || (isSetTyped && together.includes(name))
  const values = { ...typed }
  for (const name of names) if (!isKept(name)) values[name] = latest[name]
  const clashes = names
    .filter((name) => isTheirs(name) && isKept(name) && !isSame(typed[name], latest[name]))
    .map((name): Clash<Name> => ({ name, theirs: latest[name] }))
  return { values, clashes }
}

export const openClashes = <Values extends object>(
  clashes: readonly Clash<Extract<keyof Values, string>>[],
  values: Values,
) => clashes.filter(({ name, theirs }) => !isSame(values[name], theirs))

export const isChangedFrom = <Values extends object>(before: Values, typed: Values) => !isSame(before, typed)

/** The inputs whose value differs from before. */
export const changedNames = <Values extends object>(before: Values, typed: Values) =>
  (Object.keys(typed) as Extract<keyof Values, string>[]).filter((name) => !isSame(typed[name], before[name]))
