import type { CodeKind, CodeOf } from '../codes.ts'

/**
 * The kind of a value. Times are epoch milliseconds, money is an amount whose currency another field may name, texts
 * are several words in one field, and only its list understands a record.
 */
export type FieldKind = 'text' | 'number' | 'decimal' | 'money' | 'time' | 'flag' | 'code' | 'texts' | 'record'

type Facts<Filtered extends boolean, Sorted extends boolean> = {
  kind: FieldKind
  isFiltered: Filtered
  isSorted: Sorted
  isNullable?: boolean
  codes?: CodeKind
  currency?: string
  zone?: string
  schema?: unknown
}

/** A list field as plain data; the browser, the API, OpenAPI and SQL all read this one declaration. */
export class Field<Value = unknown, Filtered extends boolean = boolean, Sorted extends boolean = boolean> {
  readonly kind: FieldKind
  readonly isFiltered: Filtered
  readonly isSorted: Sorted
  readonly isNullable: boolean
  /** The table that holds a code's label. */
  readonly codes: CodeKind | undefined
  /** The field that holds the currency of an amount; without one it is in euros. */
  readonly currency: string | undefined
  /** The field that holds the time zone of a moment; without one it is shown in the user's own. */
  readonly zone: string | undefined
  /** The shape of a record, for validation. */
  readonly schema: unknown
  /** Only the type of the value; nothing is stored here. */
  declare readonly value: Value

  constructor({
    kind,
    isFiltered,
    isSorted,
    isNullable = false,
    codes,
    currency,
    zone,
    schema,
  }: Facts<Filtered, Sorted>) {
    this.kind = kind
    this.isFiltered = isFiltered
    this.isSorted = isSorted
    this.isNullable = isNullable
    this.codes = codes
    this.currency = currency
    this.zone = zone
    this.schema = schema
  }

  get nullable(): Field<Value | null, Filtered, Sorted> {
    return new Field({ ...this, isNullable: true })
  }

  get notFiltered(): Field<Value, false, Sorted> {
    return new Field({ ...this, isFiltered: false as const })
  }

  /** Not sortable, as it has no index of its own. */
  get notSorted(): Field<Value, Filtered, false> {
    return new Field({ ...this, isSorted: false as const })
  }
}

export type ListFields = Readonly<Record<string, Field>>
export type ValueOf<F> = F extends Field<infer Value> ? Value : never
export type RowOf<F extends ListFields> = { [Name in keyof F]: ValueOf<F[Name]> }

/** The names of the fields that a list can filter or sort by. */
export type FilteredName<F extends ListFields> = {
  [Name in keyof F & string]: F[Name]['isFiltered'] extends true ? Name : never
}[keyof F & string]
export type SortedName<F extends ListFields> = {
  [Name in keyof F & string]: F[Name]['isSorted'] extends true ? Name : never
}[keyof F & string]

const both = { isFiltered: true, isSorted: true } as const

export const text = new Field<string, true, true>({ kind: 'text', ...both })
export const number = new Field<number, true, true>({ kind: 'number', ...both })
export const decimal = new Field<number, true, true>({ kind: 'decimal', ...both })
export const time = new Field<number, true, true>({ kind: 'time', ...both })

/** A moment shown in the local time of its place, whose time zone another field holds. */
export const timeIn = (zone: string) => new Field<number, true, true>({ kind: 'time', ...both, zone })

export const flag = new Field<boolean, true, true>({ kind: 'flag', ...both })
export const texts = new Field<string[], true, false>({ kind: 'texts', isFiltered: true, isSorted: false })

export const money = (currency?: string) => new Field<number, true, true>({ kind: 'money', ...both, currency })

/** A text from a fixed set. */
export const oneOf = <Value extends string>() => new Field<Value, true, true>({ kind: 'text', ...both })

/** A structured value, which only the code that declares it understands. */
export const record = <Value>() =>
  new Field<Value, false, false>({ kind: 'record', isFiltered: false, isSorted: false })

/** Numeric codes may be unknown (O3-59); words are a closed set. */
type CodeValue<Kind extends CodeKind> = CodeOf<Kind> extends number ? number : CodeOf<Kind>

export const code = <const Kind extends CodeKind, Value extends CodeValue<Kind> = CodeValue<Kind>>(codes: Kind) =>
  new Field<Value, true, true>({ kind: 'code', ...both, codes })

/** A code written as text and searched by its label, rather than chosen from all codes. */
export const labelled = (codes: CodeKind) => new Field<string, true, true>({ kind: 'text', ...both, codes })

/** Checks that the currency of an amount is a field of the list, which the compiler cannot do. */
export const fields = <F extends ListFields>(declared: F): F => {
  for (const [name, { currency }] of Object.entries(declared))
    if (currency !== undefined && !Object.hasOwn(declared, currency))
      throw new Error(`${name}: there is no field ${currency} for its currency`)
  return declared
}

type UpTo = { 9: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; 10: UpTo[9] | 10 }

/** Several fields of the same kind: name1, name2 and so on. */
export const numbered = <const Name extends string, const Count extends keyof UpTo, F extends Field>(
  name: Name,
  count: Count,
  field: F,
) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index + 1}`, field])) as {
    [One in `${Name}${UpTo[Count]}`]: F
  }
