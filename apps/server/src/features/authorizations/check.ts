import type { AuthorizationFields } from '@parada/contract/calls/authorizations'
import { authorizationForm, linkedUser } from '@parada/db/queries/authorizations'
import { frontConfig } from '@parada/db/queries/tenants'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import { type FormValues, formProblems, parseFormConfig, prefixed } from '@parada/domain/authorization/form'
import { chooseTravelGroup, type TravelGroup } from '@parada/domain/authorization/travel-group'
import { validityOf } from '@parada/domain/authorization/validity'
import { membersWhere } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import type { Context } from './access.ts'

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

/** An account that lost its groups creates nothing, but whoever it has already can still be corrected. */
const groupOf = (groups: readonly TravelGroup[], asked: number | null | undefined, isNew: boolean) => {
  if (!isNew && groups.length === 0) return null
  const group = chooseTravelGroup(groups, asked)
  if ('problem' in group) throw refuse.rule(group.problem, 'idTravelGroup')
  return group.id
}

type AuthorizationValues = Omit<
  AuthorizationRecord,
  'id' | 'version' | 'status' | 'dateCreated' | 'lastChange' | 'countServices'
>

/**
 * What is kept of an authorization that was filled in: inherited fields begin with their source, the dates reach to the
 * end of the day and the form of the payment account is content. Only a new one is filledOf its prefixes: later they would
 * be put in front of what stands there.
 */
export const checked = async (context: Context, sent: AuthorizationFields, { isNew }: { isNew: boolean }) => {
  const { tx, tenant, log } = context
  const form = await authorizationForm(tx, tenant.id, sent.idPaymentAccount)
  if (!form) throw refuse.field('idPaymentAccount', `idPaymentAccount: account ${sent.idPaymentAccount} doesn't exist`)
  const config = parseFormConfig(form.config, (problem) => log.warn({ problem }, 'An authorization form is broken'))
  const filled = { ...emptyTexts, ...noReferences, ...filledOf(sent) }
  const texts = isNew ? prefixed(config, textsOf(filled)) : textsOf(filled)
  const [problem] = formProblems(config, texts)
  if (problem) throw refuse.rule(problem.problem, problem.field)

  const idTravelGroup = groupOf(form.travelGroupList, sent.idTravelGroup, isNew)
  if (filled.idUser !== null && !(await linkedUser(tx, tenant.id, filled.idUser)))
    throw refuse.field('idUser', `idUser: user ${filled.idUser} doesn't exist`)
  const { timeZone } = await frontConfig(tx)
  const { validFromDate = null, expirationDate = null } = sent
  const kept = { ...filled, ...texts, ...validityOf({ validFromDate, expirationDate }, timeZone) }
  return { ...kept, idTravelGroup } as AuthorizationValues
}
