import type { Caller } from './customers.ts'
import type { Subdomain } from './demo-users.ts'
import { inventName } from './people.ts'
import type { Random } from './random.ts'
import type { DemoTenant } from './tenants.ts'

const usersPerTenant: Readonly<Record<Subdomain, number>> = { demo: 2_500, costa: 1_500, norte: 1_000 }

const day = 86_400_000
const categories = ['', '', '', '', 'frequent', 'business', 'vip']
const remarks = ['', '', '', '', '', 'Pide factura a nombre de empresa', 'Viaja con perro guía', 'Reclamó por espera']
const vehicles: readonly (readonly [string, string])[] = [
  ['Seat', 'León'],
  ['Renault', 'Clio'],
  ['Dacia', 'Sandero'],
  ['Toyota', 'Corolla'],
  ['Peugeot', '208'],
]

/** The tenant's own brand, and a second one for its business customers. */
export const whiteLabelsOf = ({ id, name }: DemoTenant) => [
  { tenant_id: id, id, name },
  { tenant_id: id, id: id + 100, name: `${name} Empresas` },
]

const plain = (name: string) => name.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase()

/** A tenant's customers have ids above this, its staff below. */
const firstUserId = (tenantId: number) => tenantId * 100_000

const appChannels: readonly number[] = [1, 10, 11, 12]

/** Callers also have the app, and are its first users. */
export const userOfBooking = (tenantId: number, channel: number, idCaller: number | null) =>
  appChannels.includes(channel) && idCaller !== null ? firstUserId(tenantId) + (idCaller % 10_000) : null

type Scope = { tenant: DemoTenant; callers: readonly Caller[]; now: Date }

/** Users of the app, with ids in order of registration. */
export const usersOf = ({ tenant: { id: tenantId, subdomain }, callers, now }: Scope, random: Random) => {
  const { below, chance, digits, pick } = random
  const count = usersPerTenant[subdomain]
  return Array.from({ length: count }, (_, index) => {
    const caller = callers[index]
    const { firstName, lastName } = caller
      ? { firstName: caller.first_name, lastName: caller.last_name }
      : inventName(random)
    const mobile = caller?.phone_number.startsWith('6') ? caller.phone_number : undefined
    const share = (index + below(1_000) / 1_000) / count
    const hasEmail = chance(0.92)
    const created = new Date(now.getTime() - 3_600_000 - Math.round(900 * day * (1 - share)))
    return {
      tenant_id: tenantId,
      id: firstUserId(tenantId) + index + 1,
      is_customer: true,
      id_white_label: chance(0.9) ? tenantId : tenantId + 100,
      first_name: firstName,
      last_name: lastName,
      user_email: hasEmail
        ? `${plain(firstName)}.${plain(lastName.split(' ')[0] ?? '')}${index + 1}@correo.example`
        : null,
      prefix_mobile_number: '34',
      mobile_number: mobile ?? `6001${String(index + 1).padStart(5, '0')}`,
      password_hash: null,
      status: chance(0.97) ? 1 : -1,
      is_email_verified: hasEmail && chance(0.8),
      is_mobile_number_verified: chance(0.95),
      date_created: created,
      device_tokens: chance(0.85) ? [`demo-${tenantId}-${index + 1}-${digits(6)}`] : [],
      additional_info: pick(remarks),
      is_accepted_ad: chance(0.4),
      category: pick(categories),
    }
  })
}
export type SeededUser = ReturnType<typeof usersOf>[number]

/** One user in five keeps a car in the app, for parking. */
export const userVehiclesOf = (users: readonly SeededUser[], { chance, digits, pick }: Random) =>
  users
    .filter(() => chance(0.2))
    .map(({ tenant_id, id }) => {
      const [brand, model] = pick(vehicles)
      return { tenant_id, id_user: id, number_plate: `${digits(4)}XXX`, brand, model }
    })
