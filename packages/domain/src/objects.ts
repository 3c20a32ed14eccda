/** Object.keys, typed by the object's own members. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

export const isKeyOf = <T extends object>(object: T, key: PropertyKey): key is keyof T => Object.hasOwn(object, key)

/** An object with one member for each name. */
export const recordOf = <Name extends PropertyKey, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>

/** The members whose values pass the test. */
export const membersWhere = <T extends object>(object: T, passes: (value: unknown) => boolean) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => passes(value))) as Partial<T>

/** Only the members with these names. */
export const membersNamed = (object: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

/** Without the members that are undefined. */
export const defined = <T extends object>(object: T) => membersWhere(object, (value) => value !== undefined)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a value from outside; none if it is not a record. */
export const membersOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** For values that the surrounding rules already guarantee. */
export const required = <T>(value: T, what = 'A value') => {
  if (value === undefined || value === null) throw new Error(`${what} is missing`)
  return value
}
