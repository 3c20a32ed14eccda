import { type CaseRecord, caseFields } from '@parada/domain/assistance/case'
import { topicPrefix, topics } from '@parada/domain/live'
import { rowsOf, secretsOf, sendAlong } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'
import type { Secret } from '../secret-keys.ts'
import { type ChangeOf, versioned } from '../versioned.ts'
import type { JournalLine, Work } from './booking-changes.ts'

export type Insurer = { id: number; name: string; idPaymentAccount: number; secret: Secret | null }
type InsurerRow = Omit<Insurer, 'secret'> & { tenantId: number; secret: string | null }

const insurerColumns = 'tenant_id as "tenantId", id, name, id_payment_account as "idPaymentAccount", secret'

const placeOf = (tenantId: number, id: number) => ({ table: 'insurer', tenantId, id }) as const

const withSecret = (tx: Tx, { tenantId, secret, ...insurer }: InsurerRow): Insurer => ({
  ...insurer,
  secret: secret === null ? null : secretsOf(tx).secret(placeOf(tenantId, insurer.id), secret),
})

export const insurerOf = async (tx: Tx, tenantId: number, id: number): Promise<Insurer | undefined> => {
  const [found] = await rowsOf<InsurerRow>(tx, {
    name: 'insurer_read',
    text: `select ${insurerColumns} from insurer where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })
  return found && withSecret(tx, found)
}

const insurersWhere = async (tx: Tx, condition: string) => {
  const text = `select ${insurerColumns} from insurer where ${condition} order by id`
  return (await rowsOf<InsurerRow>(tx, { text, values: [] })).map((row) => withSecret(tx, row))
}

export const allInsurers = (tx: Tx) => insurersWhere(tx, 'true')

/** Insurers played by the installation's simulator. */
export const simulatedInsurers = (tx: Tx) => insurersWhere(tx, 'is_simulated and secret is not null')

/** Lets an insurer post its cases with a new secret; false if the payment account does not exist. */
export const saveInsurer = async (
  tx: Tx,
  tenantId: number,
  { id, name, idPaymentAccount, secret }: Omit<Insurer, 'secret'> & { secret: string },
): Promise<boolean> => {
  const saved = await rowsOf(tx, {
    text: `insert into insurer (tenant_id, id, name, id_payment_account, secret)
           select $1, $2, $3, a.id, $5 from payment_account a where a.tenant_id = $1 and a.id = $4
           on conflict (tenant_id, id) do update set name = excluded.name,
             id_payment_account = excluded.id_payment_account, secret = excluded.secret, is_simulated = false
           returning id`,
    values: [tenantId, id, name, idPaymentAccount, secretsOf(tx).seal(placeOf(tenantId, id), secret)],
  })
  return saved.length > 0
}

/** Revokes an insurer's secret; false if it had none. */
export const removeInsurerSecret = async (tx: Tx, tenantId: number, id: number) => {
  const changed = await rowsOf(tx, {
    text: 'update insurer set secret = null where tenant_id = $1 and id = $2 and secret is not null returning id',
    values: [tenantId, id],
  })
  return changed.length > 0
}

export type CaseChange = ChangeOf<typeof caseFields>

/** The one way to read and write a case: insert and change write its journal and notify the desks. */
export const cases = versioned<typeof caseFields, CaseRecord, Work>({
  table: 'assistance_case',
  fields: caseFields,
  tell: ({ tx, tenant, by, now }, action, line, { id, version }) => {
    sendAlong(tx, {
      name: 'assistance_journal_put',
      text: `insert into assistance_journal (tenant_id, id_case, version, at, action, id_user, who, before, after)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        ...[tenant.id, id, version, now, action, by.idUser ?? null, by.who],
        ...[JSON.stringify(line.before), JSON.stringify(line.after)],
      ],
    })
    tellAssistance(tx, tenant)
  },
})

/** Notifies every desk with the list of cases of a change, so that it requests the list again. */
export const tellAssistance = (tx: Tx, tenant: { id: number; subdomain: string }) =>
  sendAlong(tx, {
    name: 'assistance_event_put',
    text: `insert into outbox (tenant_id, kind, payload) values ($1, 'event', $2)`,
    values: [
      tenant.id,
      JSON.stringify({ destination: topicPrefix(tenant.subdomain) + topics.assistance, message: { assistance: true } }),
    ],
  })

type CaseLine = Omit<JournalLine, 'idFleet' | 'idInsurer'>

/** The history of a case, oldest first; with `sinceVersion`, only what came after it. */
export const caseJournal = (tx: Tx, tenantId: number, id: number, sinceVersion = 0) =>
  rowsOf<CaseLine>(tx, {
    text: `select id, version, ${millisOf('at')} as at, action, who, id_user as "idUser", before, after
           from assistance_journal where tenant_id = $1 and id_case = $2 and version > $3 order by id limit 500`,
    values: [tenantId, id, sinceVersion],
  })

/** Locks a case and its booking until the transaction ends: bookings before cases, as when a booking is replaced. */
export const lockCase = async (tx: Tx, tenantId: number, id: number): Promise<CaseRecord | undefined> => {
  await rowsOf(tx, {
    name: 'assistance_case_lock_booking',
    text: `select from booking b where b.tenant_id = $1 and b.id =
             (select c.id_service from assistance_case c where c.tenant_id = $1 and c.id = $2)
           for update of b`,
    values: [tenantId, id],
  })
  return cases.lock(tx, tenantId, id)
}

type CaseName = Pick<CaseRecord, 'codExpediente' | 'numServicio'>

/**
 * The insurer's case of this name, locked. Transactions that name the same case wait for each other, even before it
 * exists.
 */
export const lockCaseNamed = async (
  tx: Tx,
  tenantId: number,
  idInsurer: number,
  { codExpediente, numServicio }: CaseName,
): Promise<CaseRecord | undefined> => {
  await rowsOf(tx, {
    name: 'assistance_case_claim',
    text: `select pg_advisory_xact_lock(hashtextextended($1, 40))`,
    values: [JSON.stringify([tenantId, idInsurer, codExpediente, numServicio])],
  })
  const [found] = await rowsOf<{ id: number }>(tx, {
    name: 'assistance_case_named',
    text: `select id from assistance_case
           where tenant_id = $1 and id_insurer = $2 and cod_expediente = $3 and num_servicio = $4`,
    values: [tenantId, idInsurer, codExpediente, numServicio],
  })
  return found && lockCase(tx, tenantId, found.id)
}

const caseOfBooking = async (tx: Tx, tenantId: number, idService: number) => {
  const [found] = await rowsOf<{ id: number }>(tx, {
    name: 'assistance_case_of_booking',
    text: 'select id from assistance_case where tenant_id = $1 and id_service = $2',
    values: [tenantId, idService],
  })
  return found && cases.lock(tx, tenantId, found.id)
}

const followed = 'follow'

/** Moves the case of a booking to the booking that takes over from it; the case's problems end with the old booking. */
export const followBooking = async (work: Work, from: { id: number }, to: { id: number }) => {
  const found = await caseOfBooking(work.tx, work.tenant.id, from.id)
  if (found) await cases.change(work, followed, found, { idService: to.id, errorMessage: '', problems: [] })
}

/** Moves the case back to the booking that it was on before it followed to this one. */
export const followBack = async (work: Work, from: { id: number }) => {
  const found = await caseOfBooking(work.tx, work.tenant.id, from.id)
  if (!found) return
  const lines = await caseJournal(work.tx, work.tenant.id, found.id)
  const line = lines.findLast(({ action, after }) => action === followed && after.idService === from.id)
  if (line) await cases.change(work, 'undo', found, line.before as CaseChange)
}
