import { buffer } from 'node:stream/consumers'
import { documents } from '@parada/contract/calls/documents'
import { documentUser, latestSelfie, whiteLabelOfUser, writeLook } from '@parada/db/queries/documents'
import { idsAllowed, mayUseId } from '@parada/domain/access/values'
import { type DocumentView, decisionProblem, documentViews, sideNamed } from '@parada/domain/document/document'
import { readImage } from '@parada/domain/document/image'
import { recordOf, required } from '@parada/domain/objects'
import { authorOf } from '../../booking/access.ts'
import { ImageMissing } from '../../documents/image-missing.ts'
import type { ImageStore } from '../../documents/image-store.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { documentFor, documentRecords, type StoredDocument, wireDocument } from './record.ts'
import { takeUpload } from './upload.ts'

const list = listReader(documents.list, {
  table: 'identity_document',
  isCounted: true,
  scope: { field: 'idWhiteLabel', ids: (grants) => idsAllowed(grants, 'viewDocumentsByWhiteLabel') },
  views: {
    all: '',
    inReview: "t.status = 'inReview'",
    valid: "t.status = 'valid'",
    rejected: "t.status = 'rejected'",
    sendAgain: "t.status in ('sendAgain_expired', 'sendAgain_badImage', 'sendAgain_dataNotMatch')",
    expired: "t.status = 'expired'",
    notAuthorized: "t.status = 'notAuthorized'",
    pendingToBeUploaded: "t.status = 'pendingToBeUploaded'",
  } satisfies Record<DocumentView, string>,
})

const read: Handlers<typeof documents>['read'] = async (context) => {
  const { tx, tenant, params } = context
  const found = await documentFor(context, params.id, 'viewDocumentsByWhiteLabel')
  const [user, selfie] = await Promise.all([
    documentUser(tx, tenant.id, found.idUser),
    latestSelfie(tx, tenant.id, found.idUser),
  ])
  return { document: wireDocument(found), user: required(user), decidedBy: found.decidedBy, selfie }
}

/** The latest change of a document, for a user who has not seen it yet. */
const lastChange = ({ version, status, decidedBy, dateLastUpdated: at }: StoredDocument) => ({
  version,
  changes: [{ field: 'status', before: null, after: status, who: decidedBy, at }],
})

const update: Handlers<typeof documents>['update'] = async (context) => {
  const { tx, tenant, user, body, now } = context
  const { id, status, version } = body
  const found = await documentFor(context, id, 'editDocumentsByWhiteLabel', { lock: true })
  const problem = decisionProblem(found, { status, version })
  if (problem === 'problems.documentChanged') throw refuse.state(problem, lastChange(found))
  if (problem === 'problems.documentNotUploaded') throw refuse.state(problem)
  if (problem) throw refuse.rule(problem, 'status')
  const change = { status, version: version + 1, decidedBy: authorOf(user).who, dateLastUpdated: now.getTime() }
  await documentRecords.update(tx, tenant.id, id, change)
  return { document: wireDocument({ ...found, ...change }) }
}

const create: Handlers<typeof documents>['create'] = async ({ tx, tenant, user, body, now }) => {
  const idWhiteLabel = await whiteLabelOfUser(tx, tenant.id, body.idUser, { lock: true })
  if (idWhiteLabel === undefined || !mayUseId(user.grants, 'editDocumentsByWhiteLabel', idWhiteLabel))
    throw refuse.notFound()
  const made = {
    ...body,
    status: 'pendingToBeUploaded',
    imageFront: null,
    imageBack: null,
    dateLastUpdated: now.getTime(),
    idWhiteLabel,
    version: 1,
  } as const
  const id = required(await documentRecords.insert(tx, tenant.id, { ...made, decidedBy: '' }))
  return { document: { id, ...made } }
}

const image =
  (images: ImageStore): Handlers<typeof documents>['image'] =>
  async (context) => {
    const { tx, tenant, user, params, now, ip, log } = context
    const found = await documentFor(context, params.id, 'viewDocumentsByWhiteLabel')
    const side = sideNamed(params.name, found)
    const hash = side === 'back' ? found.imageBack : found.imageFront
    if (!side || hash === null) throw refuse.notFound()
    const { id: idDocument, idUser } = found
    await writeLook(tx, tenant.id, {
      now,
      idDocument,
      side,
      idUser,
      viewer: { idUser: user.id, who: authorOf(user).who },
      ipAddress: ip,
    })
    return new FileAnswer(async () => {
      try {
        const content = await buffer(await images.read(tenant.id, hash))
        const known = readImage(content)
        if (typeof known === 'string') throw new Error(`The image ${hash} is damaged`)
        const name = `${idDocument}-${side}.${known.type.replace('image/', '')}`
        return { name, type: known.type, content, isShown: true }
      } catch (error) {
        if (!(error instanceof ImageMissing)) throw error
        log.error({ err: error, idDocument, side }, 'An image of a document is missing')
        throw refuse.notFound()
      }
    })
  }

const ofUser: Handlers<typeof documents>['ofUser'] = async (context) => {
  const { tx, tenant, user, params } = context
  const idWhiteLabel = await whiteLabelOfUser(tx, tenant.id, params.idUser)
  if (idWhiteLabel === undefined || !mayUseId(user.grants, 'viewDocumentsByWhiteLabel', idWhiteLabel))
    throw refuse.notFound()
  const query = { pageNumber: 0, resultsPerPage: 200, orderBy: 'id DESC', idUser: params.idUser }
  return { documents: (await list({ ...context, query })).rows }
}

const looks = listReader(documents.looks, { table: 'document_look', orderBy: 'id DESC', isCounted: true })

export const documentHandlers = (images: ImageStore): Handlers<typeof documents> => ({
  list,
  counts: async (context) => {
    const counted = await list.counts(context)
    return recordOf(documentViews, (view) => counted[view] ?? 0)
  },
  looks,
  exportLooks: listExport(documents.exportLooks, looks),
  read,
  update,
  create,
  image: image(images),
  upload: takeUpload(images),
  ofUser,
})
