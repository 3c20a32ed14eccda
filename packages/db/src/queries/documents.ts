import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

/** Take this lock to keep or remove an image, so that none is removed while another document starts to use it. */
export const lockImage = (tx: Tx, tenantId: number, hash: string) =>
  rowsOf(tx, { text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`${tenantId} ${hash}`] })

export const isImageUsed = async (tx: Tx, tenantId: number, hash: string) => {
  const [found] = await rowsOf<{ isUsed: boolean }>(tx, {
    text: `select exists (select from identity_document where tenant_id = $1 and image_front = $2)
             or exists (select from identity_document where tenant_id = $1 and image_back = $2) as "isUsed"`,
    values: [tenantId, hash],
  })
  return found?.isUsed ?? false
}

type DocumentUser = {
  id: number
  firstName: string
  lastName: string
  userEmail: string | null
  mobileNumber: string | null
  dateCreated: number
  whiteLabel: string
}

/** The person whose document it is, with the name of their white label. */
export const documentUser = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<DocumentUser>(tx, {
    text: `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.user_email as "userEmail",
             '+' || u.prefix_mobile_number || ' ' || u.mobile_number as "mobileNumber",
             ${millisOf('u.date_created')} as "dateCreated", coalesce(w.name, '') as "whiteLabel"
           from app_user u left join white_label w on w.tenant_id = u.tenant_id and w.id = u.id_white_label
           where u.tenant_id = $1 and u.id = $2`,
    values: [tenantId, id],
  })
  return found
}

/**
 * The white label of an app user; nobody else has documents. Use `lock` to add a document, so that it is written before
 * an erasure or not at all.
 */
export const whiteLabelOfUser = async (tx: Tx, tenantId: number, idUser: number, { lock = false } = {}) => {
  const [found] = await rowsOf<{ idWhiteLabel: number }>(tx, {
    text: `select id_white_label as "idWhiteLabel" from app_user
           where tenant_id = $1 and id = $2 and is_customer and erased_at is null${lock ? ' for key share' : ''}`,
    values: [tenantId, idUser],
  })
  return found?.idWhiteLabel
}

export const latestSelfie = async (tx: Tx, tenantId: number, idUser: number) => {
  const [found] = await rowsOf<{ id: number; imageFront: string }>(tx, {
    text: `select id, image_front as "imageFront" from identity_document
           where tenant_id = $1 and id_user = $2 and type = 'selfie' and image_front is not null
           order by id desc limit 1`,
    values: [tenantId, idUser],
  })
  return found ?? null
}

type Look = {
  now: Date
  idDocument: number
  side: string
  idUser: number
  viewer: { idUser: number; who: string }
  ipAddress: string
}

export const writeLook = (tx: Tx, tenantId: number, { now, idDocument, side, idUser, viewer, ipAddress }: Look) =>
  rowsOf(tx, {
    text: `insert into document_look (tenant_id, date_looked, id_document, side, id_user, id_viewer, viewer, ip_address)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [tenantId, now, idDocument, side, idUser, viewer.idUser, viewer.who, ipAddress],
  })
