import type { ProblemKey } from '../problem/keys.ts'

/** Only the capital letters and digits, without what stands between them. */
export const squeezedPlate = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

/** Since 2000: four digits and three consonants. */
const today = /^\d{4}[BCDFGHJKLMNPRSTVWXYZ]{3}$/

const provinces =
  'A|AB|AL|AV|B|BA|BI|BU|C|CA|CC|CE|CO|CR|CS|CU|GC|GE|GI|GR|GU|H|HU|IB|J|L|LE|LO|LU|M|MA|ML|MU|NA|O|OR|OU|P|PM|PO|S|SA|SE|SG|SO|SS|T|TE|TF|TO|V|VA|VI|Z|ZA'
/** Before 2000: the province with four digits and one or two letters, or with up to six digits. */
const provincial = new RegExp(`^(?:${provinces})(?:\\d{4}[A-Z]{1,2}|\\d{1,6})$`)

const isPlate = (typed: string) => {
  const plate = squeezedPlate(typed)
  return today.test(plate) || provincial.test(plate)
}

export const plateProblem = (typed: string): ProblemKey | undefined =>
  isPlate(typed) ? undefined : 'problems.plateForm'

/** As people write it: 1234 BCD, M-1234-AB. */
export const writtenPlate = (plate: string) =>
  squeezedPlate(plate)
    .replace(/^(\d{4})([A-Z]{3})$/, '$1 $2')
    .replace(/^([A-Z]{1,2})(\d{1,6})([A-Z]{0,2})$/, (_, province, digits, letters) =>
      [province, digits, letters].filter(Boolean).join('-'),
    )
