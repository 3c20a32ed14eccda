import type { Zone } from '../booking/calendar.ts'
import { keysOf, membersWhere } from '../objects.ts'
import type { AuthorizationRecord } from './fields.ts'
import { type FormConfig, type FormProblem, type FormValues, formProblems, prefixed } from './form.ts'
import { chooseTravelGroup, type TravelGroup } from './travel-group.ts'
import { validityOf } from './validity.ts'

/** The values of an authorization that people fill in; the rest is counted or set by actions. */
export type AuthorizationValues = Omit<
  AuthorizationRecord,
  'id' | 'version' | 'status' | 'dateCreated' | 'lastChange' | 'countServices'
>

type Obligatory = 'subscriberCode' | 'userNumber' | 'idPaymentAccount'
export type AuthorizationInput = Pick<AuthorizationValues, Obligatory> & {
  [Field in Exclude<keyof AuthorizationValues, Obligatory>]?: AuthorizationValues[Field] | null | undefined
}

const emptyTexts = {
  firstName: '',
  lastName: '',
  mobileNumber: '',
  phoneNumber: '',
  userEmail: '',
  notificationCCEmail: '',
  superiorEmail: '',
  authorizationAlias: '',
  commentsForOperator: '',
  commentsForDriver: '',
  authorizationBreak1: '',
  authorizationBreak2: '',
  authorizationBreak3: '',
  authorizationBreak4: '',
  authorizationBreak5: '',
  authorizationBreak6: '',
  authorizationBreak7: '',
  authorizationBreak8: '',
  authorizationBreak9: '',
  authorizationBreak10: '',
  locale: 'es_ES',
}

const noReferences = {
  idUser: null,
  idDispatchGroup: null,
  authorizationGroupId: null,
  authorizationType: null,
  paymentMethodType: null,
  availableTimesLeft: null,
}

const filledOf = <T extends object>(values: T) =>
  membersWhere(values, (value) => value !== null && value !== undefined) as {
    [Field in keyof T]: NonNullable<T[Field]>
  }

const textsOf = (values: object): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'))

/** An account that has lost its groups cannot get new authorizations, but its existing ones can still be corrected. */
const groupOf = (groups: readonly TravelGroup[], asked: number | null | undefined, isNew: boolean) =>
  !isNew && groups.length === 0 ? { id: null } : chooseTravelGroup(groups, asked)

export type AccountForm = { config: FormConfig; travelGroups: readonly TravelGroup[] }

/**
 * The values to store for an authorization that was filled in: the dates extend to the end of the day, and the form of
 * the payment account is satisfied. Only a new authorization gets its inherited prefixes; later they would be put in
 * front of existing values.
 */
export const keptOf = (
  { config, travelGroups }: AccountForm,
  sent: AuthorizationInput,
  { isNew, timeZone }: { isNew: boolean; timeZone: Zone },
): { kept: AuthorizationValues } | { problems: [FormProblem, ...FormProblem[]] } => {
  const filled = { ...emptyTexts, ...noReferences, ...filledOf(sent) }
  const texts = isNew ? prefixed(config, textsOf(filled)) : textsOf(filled)
  const group = groupOf(travelGroups, sent.idTravelGroup, isNew)
  const [problem, ...further] = formProblems(config, texts)
  if (problem) return { problems: [problem, ...further] }
  if ('problem' in group) return { problems: [{ field: 'idTravelGroup', problem: group.problem }] }
  const { validFromDate = null, expirationDate = null } = sent
  const validity = validityOf({ validFromDate, expirationDate }, timeZone)
  return { kept: { ...filled, ...texts, ...validity, idTravelGroup: group.id } as AuthorizationValues }
}

/** The fields that these values would change. */
export const changedFields = (before: AuthorizationRecord, kept: Partial<AuthorizationValues>) =>
  keysOf(kept).filter((field) => kept[field] !== undefined && kept[field] !== before[field])
