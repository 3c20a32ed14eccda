import { type AuthorizationFields, authorizationBreaks, writtenFields } from '@parada/contract/calls/authorizations'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import { type FormConfig, formProblems } from '@parada/domain/authorization/form'
import { type TravelGroup, travelGroupField } from '@parada/domain/authorization/travel-group'
import { expirationOf, validityOf } from '@parada/domain/authorization/validity'
import { momentAt, wallTime, type Zone } from '@parada/domain/booking/calendar'
import { recordOf } from '@parada/domain/objects'
import { callerProblem } from '@parada/domain/phone'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { isEmail } from '@parada/domain/session'
import type { Problems } from '../kit/form/use-form.ts'

export type FieldName = keyof AuthorizationFields
/** The text in the inputs: a date as YYYY-MM-DD, a number as digits. */
export type Values = Record<FieldName, string>

const days = ['validFromDate', 'expirationDate'] as const
const counts = ['availableTimesLeft', 'authorizationType', 'paymentMethodType'] as const
const references = ['idUser', 'idDispatchGroup', 'idTravelGroup', 'authorizationGroupId', 'idPaymentAccount'] as const
const numbers: readonly FieldName[] = [...counts, ...references]
const isDay = (name: string) => days.some((day) => day === name)
const isNumber = (name: FieldName) => numbers.includes(name)

/** The fields of each group of inputs. */
export const fieldGroups = {
  person: ['subscriberCode', 'userNumber', 'firstName', 'lastName', 'authorizationAlias', 'locale'],
  contact: ['mobileNumber', 'phoneNumber', 'userEmail', 'notificationCCEmail', 'superiorEmail'],
  validity: ['validFromDate', 'expirationDate', 'availableTimesLeft'],
  comments: ['commentsForOperator', 'commentsForDriver'],
  breaks: authorizationBreaks,
  other: ['idUser', 'authorizationType', 'paymentMethodType', 'authorizationGroupId', 'idDispatchGroup'],
} as const satisfies Record<string, readonly FieldName[]>

export const dayText = (moment: number | null | undefined, zone: Zone) =>
  moment == null ? '' : new Date(wallTime(moment, zone)).toISOString().slice(0, 10)

/** The first instant of the day; null unless the date is complete. */
const startOf = (day: string, zone: Zone) => {
  const wall = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00Z`) : Number.NaN
  return Number.isNaN(wall) ? null : momentAt(wall, zone)
}

export const valuesOf = (record: Partial<AuthorizationRecord>, zone: Zone): Values =>
  recordOf(writtenFields, (name) => {
    const value = record[name]
    return isDay(name) ? dayText(value as number | null | undefined, zone) : String(value ?? '')
  })

const writtenAs = (name: FieldName, text: string, zone: Zone) => {
  const typed = text.trim()
  if (isNumber(name)) return typed === '' ? null : Number(typed)
  if (name === 'validFromDate') return startOf(typed, zone)
  if (name === 'expirationDate') {
    const start = startOf(typed, zone)
    return start === null ? null : expirationOf(start, zone)
  }
  return name === 'locale' && typed === '' ? null : typed
}

/** The given inputs as the API expects them. */
export const writtenOf = (values: Values, names: readonly FieldName[], zone: Zone) =>
  recordOf(names, (name) => writtenAs(name, values[name], zone)) as Partial<AuthorizationFields>

/** Sets one date; two dates that contradict each other are both cleared (document 2, section 5). */
export const withDay = (values: Values, name: (typeof days)[number], day: string, zone: Zone) => {
  const next = { ...values, [name]: day }
  const [validFromDate, expirationDate] = [startOf(next.validFromDate, zone), startOf(next.expirationDate, zone)]
  const kept = validityOf({ validFromDate, expirationDate }, zone)
  const isCleared = validFromDate !== null && kept.validFromDate === null
  return {
    isCleared,
    part: isCleared ? { validFromDate: '', expirationDate: '' } : { [name]: day },
  }
}

const emails = ['userEmail', 'notificationCCEmail', 'superiorEmail'] as const
const phones = ['mobileNumber', 'phoneNumber'] as const

const wholeNumber = (text: string, least: number): ProblemKey | undefined =>
  text.trim() === '' || (/^\d{1,10}$/.test(text.trim()) && Number(text) >= least && Number(text) <= 2_147_483_647)
    ? undefined
    : 'problems.wholeNumberInvalid'

/** Checks the inputs against their own rules and those of the payment account's form. */
export const problemsOf = (values: Values, config: FormConfig, groups: readonly TravelGroup[]): Problems<Values> => {
  const found: Problems<Values> = {}
  for (const { field, problem } of formProblems(config, values))
    if (field in values) found[field as FieldName] = problem
  for (const name of emails)
    if (values[name].trim() !== '' && !isEmail(values[name].trim())) found[name] = 'problems.emailInvalid'
  for (const name of phones)
    if (values[name].trim() !== '') found[name] ??= callerProblem({ phoneNumber: values[name] })
  for (const name of [...counts, ...references])
    found[name] ??= wholeNumber(values[name], name.startsWith('id') ? 1 : 0)
  for (const name of ['subscriberCode', 'userNumber'] as const)
    if (values[name].trim() === '') found[name] ??= 'problems.missingProperty'
  if (travelGroupField(groups).isVisible && values.idTravelGroup === '')
    found.idTravelGroup = 'problems.travelGroupUnknown'
  return found
}
