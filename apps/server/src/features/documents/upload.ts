import type { documents } from '@parada/contract/calls/documents'
import { lockImage } from '@parada/db/queries/documents'
import { type DocumentSide, statusAfterUpload, uploadProblem } from '@parada/domain/document/document'
import { imageLimits, readImage } from '@parada/domain/document/image'
import { hashOf, type ImageStore, removeUnused } from '../../documents/image-store.ts'
import type { Handlers } from '../../http/context.ts'
import { fileHolder } from '../../http/held-files.ts'
import { type AfterCall, LaterAnswer } from '../../http/later-answer.ts'
import { refuse } from '../../http/problem.ts'
import { documentFor, documentRecords, type StoredDocument, wireDocument } from './record.ts'

const most = { bytes: imageLimits.bytes / 1_048_576, pixels: imageLimits.pixels / 1_000_000 }
/** An app's back end uploads the images of all its users under one user, so a single user may hold every slot. */
const holdImage = fileHolder({ most: 12, mostOfOne: 12 })
const tooLarge = () => refuse.rule('problems.imageTooLarge', 'file', { most: most.bytes })

/** Stops reading at the size limit, so that a file that will be rejected cannot fill the memory. */
const receive = async (body: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > imageLimits.bytes) break
      chunks.push(chunk)
    }
  } catch {
    throw refuse.field('file', 'file: the upload broke off')
  }
  if (size > imageLimits.bytes) throw tooLarge()
  const bytes = Buffer.concat(chunks)
  const image = readImage(bytes)
  if (image === 'problems.imageTooManyPixels') throw refuse.rule(image, 'file', { most: most.pixels })
  if (typeof image === 'string') throw refuse.rule(image, 'file')
  return bytes
}

const checkSide = (document: StoredDocument, side: DocumentSide) => {
  const problem = uploadProblem(document.type, document.status, side)
  if (problem === 'problems.documentClosed') throw refuse.state(problem)
  if (problem) throw refuse.rule(problem, 'name')
  return document
}

/** Receives an image after all checks, without holding a database connection during the upload. */
export const takeUpload =
  (images: ImageStore): Handlers<typeof documents>['upload'] =>
  async (context) => {
    const { tenant, user, params, body, headers, now } = context
    if (Number(headers['content-length'] ?? 0) > imageLimits.bytes) throw tooLarge()
    const side = params.name
    checkSide(await documentFor(context, params.id, 'editDocumentsByWhiteLabel'), side)

    const keep = async ({ database }: AfterCall) => {
      const bytes = await receive(body as AsyncIterable<Buffer>)
      const { document, before } = await database.inTenant(tenant.id, async (tx) => {
        const found = checkSide(
          await documentFor({ tx, tenant, user }, params.id, 'editDocumentsByWhiteLabel', { lock: true }),
          side,
        )
        await lockImage(tx, tenant.id, hashOf(bytes))
        const hash = await images.put(tenant.id, bytes)
        const given = { ...found, [side === 'front' ? 'imageFront' : 'imageBack']: hash }
        const { imageFront, imageBack } = given
        const change = {
          imageFront,
          imageBack,
          status: statusAfterUpload(given),
          version: found.version + 1,
          dateLastUpdated: now.getTime(),
        }
        await documentRecords.update(tx, tenant.id, found.id, change)
        return { before: found, document: wireDocument({ ...given, ...change }) }
      })
      await removeUnused({ database, images, tenantId: tenant.id }, [before.imageFront, before.imageBack])
      return { document }
    }
    return new LaterAnswer((after) => holdImage({ tenantId: tenant.id, idUser: user.id }, () => keep(after)))
  }
