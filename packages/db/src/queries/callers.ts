import { rowsOf } from '../database.ts'
import { listOf } from '../list.ts'
import type { Tx } from '../open.ts'

export type CallerRow = {
  id: number
  phoneNumber: string
  firstName: string
  lastName: string
  addressBilling: string
  notesClient: string
  isBlacklisted: boolean
  idSupplier: number | null
}

export const callerList = listOf<CallerRow>({
  table: 'caller',
  columns: {
    id: { column: 'id', kind: 'number' },
    phoneNumber: { column: 'phone_number', kind: 'text' },
    firstName: { column: 'first_name', kind: 'text' },
    lastName: { column: 'last_name', kind: 'text' },
    addressBilling: { column: 'address_billing', kind: 'text' },
    notesClient: { column: 'notes_client', kind: 'text' },
    isBlacklisted: { column: 'is_blacklisted', kind: 'flag' },
    idSupplier: { column: 'id_supplier', kind: 'number' },
  },
  orderBy: 'id DESC',
  isCounted: true,
})

const selected = `id, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName",
  address_billing as "addressBilling", notes_client as "notesClient", is_blacklisted as "isBlacklisted",
  id_supplier as "idSupplier"`

/** A caller, held until the transaction ends where it is to be changed. */
export const findCaller = async (tx: Tx, tenantId: number, id: number, { lock = false } = {}) => {
  const [found] = await rowsOf<CallerRow>(tx, {
    text: `select ${selected} from caller where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
    values: [tenantId, id],
  })
  return found
}

/** Whether a number, in any of its spellings, belongs to another caller. */
export const isNumberTaken = async (tx: Tx, tenantId: number, spellings: readonly string[], idCaller = 0) => {
  const [taken] = await rowsOf(tx, {
    text: 'select 1 from caller where tenant_id = $1 and phone_number = any($2::text[]) and id <> $3 limit 1',
    values: [tenantId, spellings, idCaller],
  })
  return taken !== undefined
}

const valuesOf = (caller: Omit<CallerRow, 'id'>) => [
  caller.phoneNumber,
  caller.firstName,
  caller.lastName,
  caller.addressBilling,
  caller.notesClient,
  caller.isBlacklisted,
  caller.idSupplier,
]

/** The id of the new caller; undefined when somebody else has just taken the number. */
export const insertCaller = async (tx: Tx, tenantId: number, caller: Omit<CallerRow, 'id'>) => {
  const [made] = await rowsOf<{ id: number }>(tx, {
    text: `insert into caller
             (tenant_id, phone_number, first_name, last_name, address_billing, notes_client, is_blacklisted, id_supplier)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, phone_number) do nothing returning id`,
    values: [tenantId, ...valuesOf(caller)],
  })
  return made?.id
}

/** `caller` must come from findCaller with its lock, and its number from isNumberTaken. */
export const updateCaller = async (tx: Tx, tenantId: number, { id, ...caller }: CallerRow) => {
  await rowsOf(tx, {
    text: `update caller set phone_number = $3, first_name = $4, last_name = $5, address_billing = $6,
             notes_client = $7, is_blacklisted = $8, id_supplier = $9
           where tenant_id = $1 and id = $2`,
    values: [tenantId, id, ...valuesOf(caller)],
  })
}
