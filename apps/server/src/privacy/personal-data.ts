import { buffer } from 'node:stream/consumers'
import type { Tx } from '@parada/db/open'
import { documentImagesOf, personalDataOf } from '@parada/db/queries/user-privacy'
import { readImage } from '@parada/domain/document/image'
import type { UserRecord } from '@parada/domain/user/fields'
import { ZipFile } from 'yazl'
import { ImageMissing } from '../documents/image-missing.ts'
import type { ImageStore } from '../documents/image-store.ts'

const asJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

const zipOf = async (files: Readonly<Record<string, Buffer>>) => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The images of the person's documents; missing files are left out. */
const imageFiles = async (tx: Tx, tenantId: number, id: number, images: ImageStore) => {
  const files: Record<string, Buffer> = {}
  for (const { id: document, imageFront, imageBack } of await documentImagesOf(tx, tenantId, id))
    for (const [side, hash] of Object.entries({ front: imageFront, back: imageBack })) {
      if (hash === null) continue
      try {
        const bytes = await buffer(await images.read(tenantId, hash))
        const image = readImage(bytes)
        const type = typeof image === 'string' ? 'bin' : image.type.replace('image/', '')
        files[`images/document-${document}-${side}.${type}`] = bytes
      } catch (error) {
        if (!(error instanceof ImageMissing)) throw error
      }
    }
  return files
}

/** Everything kept about one user as a zip: a JSON file for each table with data on them, and the images. */
export const personalDataFile = async (tx: Tx, tenantId: number, user: UserRecord, images: ImageStore) => {
  const kept = await personalDataOf(tx, tenantId, user.id)
  const records = Object.fromEntries(
    Object.entries({ user, ...kept }).map(([name, value]) => [`${name}.json`, asJson(value)]),
  )
  const files = { ...records, ...(await imageFiles(tx, tenantId, user.id, images)) }
  return { name: `user-${user.id}.zip`, type: 'application/zip', content: await zipOf(files) }
}
