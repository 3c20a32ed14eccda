import { expirationOf } from '@parada/domain/authorization/validity'
import { required } from '@parada/domain/objects'
import type pg from 'pg'
import type { Caller, PaymentAccount, travelGroupsOf } from './customers.ts'
import type { Subdomain } from './demo-users.ts'
import { inventName } from './people.ts'
import type { Random } from './random.ts'

type TravelGroup = ReturnType<typeof travelGroupsOf>[number]

const perAccount = 50
const day = 86_400_000

/** Bookings under 6400 are shared rides (document 2, section 9), so one account has it. */
const subscriberCodes = ['6101', '6102', '6103', '6104', '6105', '6400', '6107', '6108']

const departments = ['Dirección', 'Ventas', 'Operaciones']
const languages = ['es_ES', 'es_ES', 'es_ES', 'es_ES', 'en_EN', 'pt_PT', 'fr_FR', 'de_DE']
const comments = ['', '', '', 'Prefiere taxi grande', 'Confirmar siempre el centro de coste']

/** The first form asks for most, the third for least; every fourth account has none. */
const forms = [
  {
    userNumber: { title: 'Número de empleado', regex: '^\\d{4}$' },
    authorizationBreak1: { title: 'Centro de coste', inheritsFrom: 'subscriberCode', regex: '^\\d{4}-\\d{2}$' },
    authorizationBreak2: { title: 'Departamento', defaultValue: 'Ventas', listValues: departments },
  },
  { authorizationBreak1: { title: 'Proyecto', regex: '^P-\\d{3}$' }, authorizationBreak3: { title: 'Responsable' } },
  { lastName: { title: 'Apellidos', regex: '\\S' } },
]

const warning = 'Avise a la empresa antes de cambiar o cancelar: se factura la mitad del trayecto.'

export const authorizationFormsOf = (accounts: readonly PaymentAccount[], groups: readonly TravelGroup[]) =>
  accounts.flatMap(({ tenant_id, id }, index) => {
    const form = forms[index % 4]
    const several = groups.filter((group) => group.id_payment_account === id)
    if (!form) return []
    return [
      {
        tenant_id,
        id_payment_account: id,
        config: JSON.stringify(form),
        id_default_travel_group: index % 4 === 0 && several.length > 1 ? several[0]?.id : null,
        cancel_message: index % 4 === 0 ? warning : '',
      },
    ]
  })

const breaksOf = (index: number, subscriberCode: string, { between, digits, pick }: Random) => {
  const [first, second] = [
    [`${subscriberCode}-${digits(2)}`, pick(departments)],
    [`P-${String(between(1, 60)).padStart(3, '0')}`, ''],
  ][index % 4] ?? ['', '']
  return { authorization_break1: first, authorization_break2: second }
}

/** Valid indefinitely, for a limited time, no longer, or not yet. */
const validityOf = (index: number, now: Date, random: Random) => {
  const today = now.getTime()
  const windows: readonly [number | null, number | null][] = [
    [null, null],
    [today - random.between(1, 200) * day, null],
    [today - random.between(30, 200) * day, today + random.between(20, 300) * day],
    [today - 300 * day, today - random.between(1, 90) * day],
    [today + random.between(2, 30) * day, today + 200 * day],
  ]
  const [from, to] = required(windows[index % 20 < 14 ? index % 3 : index % 5])
  return {
    valid_from_date: from === null ? null : new Date(from),
    expiration_date: to === null ? null : new Date(expirationOf(to, 'Europe/Madrid')),
  }
}

const authorizationIdOf = (tenantId: number, number: number) => tenantId * 10_000 + number + 1

/** Ids of the people of an account, by the account's position within its tenant. */
export const authorizationIdsOf = (tenantId: number, accountIndex: number) =>
  Array.from({ length: perAccount }, (_, index) => authorizationIdOf(tenantId, accountIndex * perAccount + index))

type AuthorizationScope = {
  tenantId: number
  subdomain: Subdomain
  accounts: readonly PaymentAccount[]
  groups: readonly TravelGroup[]
  callers: readonly Caller[]
  idUser: number
  now: Date
}

/** The people of the payment accounts; one in eight has the number of a known caller. */
export const authorizationsOf = (scope: AuthorizationScope, random: Random) => {
  const { tenantId, subdomain, accounts, groups, callers, idUser, now } = scope
  const { between, chance, digits, pick } = random
  return accounts.flatMap((account, accountIndex) =>
    Array.from({ length: perAccount }, (_, index) => {
      const { firstName, lastName } = inventName(random)
      const subscriberCode = required(subscriberCodes[accountIndex])
      const own = groups.filter((group) => group.id_payment_account === account.id)
      const number = accountIndex * perAccount + index
      const created = new Date(now.getTime() - between(1, 700) * day)
      return {
        tenant_id: tenantId,
        id: authorizationIdOf(tenantId, number),
        status: pick([1, 1, 1, 1, 1, 1, 1, 0, -1]),
        subscriber_code: subscriberCode,
        user_number: String(index + 1).padStart(4, '0'),
        first_name: firstName,
        last_name: lastName,
        mobile_number: chance(0.125) ? pick(callers).phone_number : `600100${String(number).padStart(3, '0')}`,
        phone_number: chance(0.3) ? `910100${String(number).padStart(3, '0')}` : '',
        user_email: chance(0.8) ? `persona${number + 1}@${subdomain}.example` : '',
        superior_email: chance(0.2) ? `responsable${accountIndex + 1}@${subdomain}.example` : '',
        authorization_alias: chance(0.2) ? `${firstName} ${digits(2)}` : '',
        locale: pick(languages),
        id_user: number === 0 ? idUser : null,
        comments_for_operator: pick(comments),
        comments_for_driver: chance(0.15) ? 'Espera en recepción' : '',
        id_payment_account: account.id,
        id_travel_group: own.length > 0 ? pick(own).id : null,
        ...breaksOf(accountIndex, subscriberCode, random),
        authorization_type: 1,
        payment_method_type: pick([50, 60]),
        date_created: created,
        last_change: created,
        available_times_left: chance(0.25) ? between(0, 12) : null,
        count_services: 0,
        ...validityOf(index, now, random),
      }
    }),
  )
}

/** Assigns each live booking on an account to one of its people who may ride now. */
export const linkBookings = (client: pg.Client, now: Date) =>
  client.query(
    `update booking b set id_authorization = a.id, subscriber_code = a.subscriber_code, user_number = a.user_number,
       id_caller = null, passenger_name = a.first_name || ' ' || a.last_name, phone_number_passenger = a.mobile_number
     from (select tenant_id, id_payment_account, id, subscriber_code, user_number, first_name, last_name, mobile_number,
             row_number() over account as place, count(*) over (partition by tenant_id, id_payment_account) as people
           from customer_authorization
           where status = 1 and coalesce(valid_from_date <= $1, true) and coalesce(expiration_date > $1, true)
             and available_times_left is null
           window account as (partition by tenant_id, id_payment_account order by id)) a
     where a.tenant_id = b.tenant_id and a.id_payment_account = b.id_payment_account
       and a.place = 1 + b.id % a.people and b.status in (10, 20, -30)`,
    [now],
  )
