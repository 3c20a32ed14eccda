import type { NewMessage } from '@parada/domain/booking/messages'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

export type StoredMessage = {
  id: number
  /** The booking that it is about. */
  idService: number
  at: number
  sender: number
  readers: string
  type: number
  code: number | null
  status: number
  message: string
  idSupplier: number | null
  lat: number | null
  lon: number | null
  idUser: number | null
  userName: string
}

type Place = { lat?: number | null; lon?: number | null }

const selected = `id, id_booking as "idService", ${millisOf('at')} as at, sender, readers, type, code,
  status, message, id_supplier as "idSupplier", lat, lon, id_user as "idUser", user_name as "userName"`

export const insertMessage = async (
  tx: Tx,
  tenantId: number,
  idBooking: number,
  message: Omit<NewMessage, 'idService'> & Place,
): Promise<StoredMessage> => {
  const { sender, readers, type, code, status, idSupplier, lat, lon, idUser, userName } = message
  const [written] = await rowsOf<StoredMessage>(tx, {
    name: 'message_put',
    text: `insert into booking_message (tenant_id, id_booking, sender, readers, type, code, status, message, id_supplier,
             lat, lon, id_user, user_name)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${selected}`,
    values: [
      ...[tenantId, idBooking, sender, readers, type, code, status, message.message],
      ...[idSupplier ?? null, lat ?? null, lon ?? null, idUser ?? null, userName ?? ''],
    ],
  })
  if (!written) throw new Error('A message was not written')
  return written
}

/** The conversation about a booking, oldest first. */
export const messagesOf = (tx: Tx, tenantId: number, idBooking: number) =>
  rowsOf<StoredMessage>(tx, {
    name: 'messages_of_booking',
    text: `select ${selected} from booking_message where tenant_id = $1 and id_booking = $2 order by id limit 500`,
    values: [tenantId, idBooking],
  })
