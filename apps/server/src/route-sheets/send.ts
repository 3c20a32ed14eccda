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
import { type Register, RegisterRefusal, type Registers, type Registration } from './port.ts'
import { tellOfRefusal } from './refusal-mail.ts'

const worksIn =
  (database: Database, clock: () => Date) =>
  <T>(tenantId: number, run: (work: Work) => Promise<T>) =>
    database.inTenant(tenantId, async (tx) =>
      run({ tx, tenant: { id: tenantId, subdomain: await subdomainOf(tx) }, by: theHouse, now: clock() }),
    )

/** Handles a booking whose route sheets may have to follow it. */
export const sheetFollower = (database: Database, clock: () => Date): Send<'routeSheets'> => {
  const inTenant = worksIn(database, clock)
  return (_, { idBooking }, { tenantId }) => inTenant(tenantId, (work) => followRide(work, idBooking))
}

const marks: Record<Step, (sheet: Registration, at: number) => SheetChange> = {
  register: ({ idservicio }, at) => ({ idservicio, dateSyncRegistration: at, status: sheetStatus.registered }),
  start: (_, at) => ({ dateSyncStart: at, status: sheetStatus.started }),
  cancel: (_, at) => ({ dateSyncCancellation: at, status: sheetStatus.cancelled }),
}

/** Never changes during the life of a sheet, so that the register recognises it. */
const referenceOf = (subdomain: string, { id }: Pick<Sheet, 'id'>) => `${subdomain}-${id}`

type Message = { sheet: Sheet; reference: string; tenant: string; certificate: string; isWanted: boolean }

/** Whether the register already has this message; only one that was sent before can have arrived. */
const isHeard = (step: Step, found: Registration | undefined) =>
  found !== undefined && { register: true, start: found.isStarted, cancel: found.isCancelled }[step]

const say = async (register: Register, step: Step, { sheet, reference }: Message): Promise<Registration> => {
  const idservicio = sheet.idservicio ?? ''
  if (step === 'register')
    return { ...(await register.register(reference, sheet)), isStarted: false, isCancelled: false }
  await register[step](idservicio)
  return { idservicio, isStarted: step === 'start', isCancelled: step === 'cancel' }
}

/** The error's text, printable and short enough to store. */
const reasonOf = (error: unknown) =>
  messageOf(error)
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 1_000)

/**
 * Sends the register one message about one sheet. The content is stored before it is sent; a retry after a lost answer
 * first asks what the register holds, so nothing is sent twice.
 */
export const registerCaller = (database: Database, registers: Registers, clock: () => Date): Send<'register'> => {
  const inTenant = worksIn(database, clock)

  /** What to send as things stand now; undefined if somebody else has already sent it. */
  const prepare = async (work: Work, idSheet: number, step: Step): Promise<Message | undefined> => {
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
    const message = await inTenant(tenantId, (work) => prepare(work, idSheet, step))
    if (!message) return
    /** Stores the outcome, and queues the next step if the ride has moved on. */
    const keep = (action: string, change: (at: number) => SheetChange) =>
      inTenant(tenantId, async (work) => {
        const held = await holdSheet(work, idSheet)
        if (!held) return
        const sheet = await sheets.change(work, action, held.sheet, change(work.now.getTime()))
        if (sheet.status === sheetStatus.refused) await tellOfRefusal(work, sheet, held.vehicle)
        await advance(work, sheet, held.ride)
      })

    try {
      const register = registers(message.tenant, message.certificate)
      const found = attempts > 1 || isAgain ? await register.find(message.reference) : undefined
      if (!message.isWanted && !found) return await keep('close', () => ({ stepUnderWay: null }))
      const answer = found && isHeard(step, found) ? found : await say(register, step, message)
      await keep(step, (at) => ({ ...marks[step](answer, at), stepUnderWay: null, errorMessage: '' }))
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
