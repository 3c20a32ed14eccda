import type { CodeOf } from '@parada/domain/codes'
import { maskedIdentifier } from '@parada/domain/session'
import type { DemoUser } from './demo-users.ts'
import type { Random } from './random.ts'

type Staff = { user: DemoUser; id: number }
type Scope = { tenantId: number; staff: readonly Staff[]; customers: readonly { id: number }[]; now: Date }

const hour = 3_600_000
const day = 24 * hour
const commandLine = 'npm run admin (parada)'
const stranger = '203.0.113.47'

type Happening = {
  at: number
  kind: CodeOf<'securityKind'>
  outcome?: CodeOf<'securityOutcome'>
  by?: Staff | undefined
  who?: string
  address?: string
  idUser?: number | undefined
  detail?: string
  times?: number
}

/**
 * Three weeks of security events: shifts that begin and end, a forgotten password, somebody guessing names at night.
 */
export const securityEventsOf = ({ tenantId, staff, customers, now }: Scope, random: Random) => {
  const byKind = (kind: DemoUser['kind']) => staff.find(({ user }) => user.kind === kind)
  const [administrator, business, dispatcher] = [byKind('administrator'), byKind('business'), byKind('dispatcher')]
  const newcomer = byKind('newcomer')?.user
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
  const addressOf = ({ id }: Staff) => `192.0.2.${10 + (id % 100)}`

  const shifts = Array.from({ length: 21 }, (_, ago) => midnight - (ago + 1) * day).flatMap((start): Happening[] =>
    staff
      .filter(({ user }) => user.kind !== 'newcomer' && random.chance(0.55))
      .flatMap((by) => {
        const at = start + 6 * hour + random.between(0, 90) * 60_000
        const slip: Happening[] = random.chance(0.08)
          ? [{ at: at - 25_000, kind: 'signIn', outcome: 'failed', by }]
          : []
        return [...slip, { at, kind: 'signIn', by }, { at: at + random.between(7, 9) * hour, kind: 'signOut', by }]
      }),
  )
  const atNight = midnight - 4 * day + 2 * hour
  const names = ['admin@taxi.example', 'info@taxi.example', 'root@taxi.example', undefined]
  const tries = names.map(
    (name, at): Happening => ({
      at: atNight + at * 9_000,
      kind: 'signIn',
      outcome: 'failed',
      who: maskedIdentifier(name),
      address: stranger,
      times: 4,
    }),
  )
  const rest: Happening[] = [
    { at: atNight + 50_000, kind: 'signIn', outcome: 'blocked', by: administrator, address: stranger, times: 37 },
    {
      at: midnight - 9 * day + 9 * hour,
      kind: 'passwordLink',
      who: maskedIdentifier(business?.user.email ?? undefined),
    },
    { at: midnight - 9 * day + 9.1 * hour, kind: 'passwordReset', by: business },
    { at: midnight - 6 * day + 11 * hour, kind: 'export', by: administrator, detail: 'Usuarios (excel)' },
    {
      at: midnight - 3 * day + 12 * hour,
      kind: 'access',
      outcome: 'denied',
      by: dispatcher,
      detail: 'GET /api/users/:sd/all',
    },
    { at: midnight - 2 * day + 10 * hour, kind: 'personalData', by: administrator, idUser: customers[3]?.id },
    {
      at: midnight - 12 * day + 8 * hour,
      kind: 'keyCreated',
      who: commandLine,
      detail: 'telephone key 1 (Centralita)',
    },
    {
      at: midnight - 5 * day + 8 * hour,
      kind: 'permissionChange',
      who: commandLine,
      detail: `${newcomer?.firstName} ${newcomer?.lastName} +taxiMap`,
    },
  ]

  return [...shifts, ...tries, ...rest]
    .sort((one, other) => one.at - other.at)
    .map(({ at, kind, outcome = 'done', by, who, address, idUser, detail = '', times = 1 }) => ({
      tenant_id: tenantId,
      date_event: new Date(at),
      kind,
      outcome,
      id_staff: by?.id ?? null,
      who: who ?? (by ? `${by.user.firstName} ${by.user.lastName}` : ''),
      ip_address: address ?? (by ? addressOf(by) : who === commandLine ? '' : '192.0.2.31'),
      id_user: idUser ?? null,
      detail,
      times,
    }))
}
