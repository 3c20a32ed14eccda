import type { Database } from '@parada/db/open'
import { theHouse, type Work } from '@parada/db/queries/booking-changes'
import { subdomainOf } from '@parada/db/queries/tenants'
import { type SheetChange, sheets } from '@parada/db/queries/vehicles'
import { messageOf } from '@parada/domain/errors'
import type { Sheet, Step } from '@parada/domain/route-sheet/records'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import type { Send } from '../deliveries/outbox-worker.ts'
import { factsFor } from './facts.ts'
import { advance, followRide, holdSheet } from './follow.ts'
import { type Register, type Registered, RegisterRefusal, type Registers } from './port.ts'
import { tellOfRefusal } from './refusal-mail.ts'

const worksIn =
  (database: Database, clock: () => Date) =>
  <T>(tenantId: number, run: (work: Work) => Promise<T>) =>
    database.inTenant(tenantId, async (tx) =>
      run({ tx, tenant: { id: tenantId, subdomain: await subdomainOf(tx) }, by: theHouse, now: clock() }),
    )

/** Looks at a booking whose sheets may have to follow it. */
export const sheetFollower = (database: Database, clock: () => Date): Send<'routeSheets'> => {
  const inTenant = worksIn(database, clock)
  return (_, { idBooking }, { tenantId }) => inTenant(tenantId, (work) => followRide(work, idBooking))
}

const marks: Record<Step, (sheet: Registered, at: number) => SheetChange> = {
  register: ({ idservicio }, at) => ({ idservicio, dateSyncRegistration: at, status: sheetStatus.registered }),
  start: (_, at) => ({ dateSyncStart: at, status: sheetStatus.started }),
  cancel: (_, at) => ({ dateSyncCancellation: at, status: sheetStatus.cancelled }),
}

/** The same for a sheet for its whole life, so that the register knows it again. */
const referenceOf = (subdomain: string, { id }: Pick<Sheet, 'id'>) => `${subdomain}-${id}`

type Asked = { sheet: Sheet; reference: string; tenant: string; certificate: string; isWanted: boolean }

/** Whether the register has heard this already: only a message that was sent before can have been heard. */
const isHeard = (step: Step, found: Registered | undefined) =>
  found !== undefined && { register: true, start: found.isStarted, cancel: found.isCancelled }[step]

const say = async (register: Register, step: Step, { sheet, reference }: Asked): Promise<Registered> => {
  const idservicio = sheet.idservicio ?? ''
  if (step === 'register')
    return { ...(await register.register(reference, sheet)), isStarted: false, isCancelled: false }
  await register[step](idservicio)
  return { idservicio, isStarted: step === 'start', isCancelled: step === 'cancel' }
}

/** What went wrong, as far as it can be kept and read. */
const reasonOf = (error: unknown) =>
  messageOf(error)
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 1_000)

/**
 * Tells the register one thing about one sheet. What the sheet says is written down before it leaves; whoever comes after
 * a try whose answer was lost asks first what the register holds, so nothing is told twice.
 */
export const registerCaller = (database: Database, registers: Registers, clock: () => Date): Send<'register'> => {
  const inTenant = worksIn(database, clock)

  /** What is to be sent, as things are now; nothing where somebody else has told it. */
  const prepare = async (work: Work, idSheet: number, step: Step): Promise<Asked | undefined> => {
    const held = await holdSheet(work, idSheet)
    if (held?.sheet.stepUnderWay !== step) return undefined
    const { booking, vehicle, ride } = held
    const isWanted = step !== 'register' || ride !== 'none'
    const facts = step === 'register' && isWanted && booking && vehicle ? await factsFor(work, booking, vehicle) : {}
    const sheet = await sheets.change(work, 'fill', held.sheet, facts)
    const reference = referenceOf(work.tenant.subdomain, sheet)
    const { subdomain: tenant } = work.tenant
    return { sheet, reference, tenant, certificate: vehicle?.routeSheet_certificado ?? '', isWanted }
  }

  return async (_, { idSheet, step, isAgain }, { tenantId, attempts }) => {
    const asked = await inTenant(tenantId, (work) => prepare(work, idSheet, step))
    if (!asked) return
    /** What came of it, and the next step, if the ride has come further meanwhile. */
    const keep = (action: string, change: (at: number) => SheetChange) =>
      inTenant(tenantId, async (work) => {
        const held = await holdSheet(work, idSheet)
        if (!held) return
        const sheet = await sheets.change(work, action, held.sheet, change(work.now.getTime()))
        if (sheet.status === sheetStatus.refused) await tellOfRefusal(work, sheet, held.vehicle)
        await advance(work, sheet, held.ride)
      })

    try {
      const register = registers(asked.tenant, asked.certificate)
      const found = attempts > 1 || isAgain ? await register.find(asked.reference) : undefined
      if (!asked.isWanted && !found) return await keep('close', () => ({ stepUnderWay: null }))
      const told = found && isHeard(step, found) ? found : await say(register, step, asked)
      await keep(step, (at) => ({ ...marks[step](told, at), stepUnderWay: null, errorMessage: '' }))
    } catch (error) {
      const errorMessage = reasonOf(error)
      if (!(error instanceof RegisterRefusal)) {
        await keep('wait', () => ({ errorMessage }))
        throw error
      }
      await keep('refuse', () => ({ status: sheetStatus.refused, stepUnderWay: null, errorMessage }))
    }
  }
}
