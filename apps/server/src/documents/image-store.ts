import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Database } from '@parada/db/open'
import { isImageUsed, lockImage } from '@parada/db/queries/documents'
import type { Config } from '../config.ts'
import { imageFolder } from './image-folder.ts'
import { imageBucket } from './s3.ts'

/** Storage of the bytes, under names that do not identify the person. */
export type Shelf = {
  write: (name: string, bytes: Buffer) => Promise<void>
  /** Throws ImageMissing if there is none. */
  read: (name: string) => Promise<Readable>
  remove: (name: string) => Promise<void>
}

/** Document images, kept outside the database by content hash, separately for each tenant. */
export type ImageStore = {
  /** Stores an image and returns its hash. The caller has checked the image with readImage (domain/document/image). */
  put: (tenantId: number, bytes: Buffer) => Promise<string>
  read: (tenantId: number, hash: string) => Promise<Readable>
  /** For images that no document uses any more; see removeUnused. */
  remove: (tenantId: number, hash: string) => Promise<void>
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const nameOf = (tenantId: number, hash: string) => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError('Not the hash of an image')
  return `${tenantId}-${hash}`
}

const documentsFolder = 'documents'

/** Keeps images in a folder of the installation, or in the bucket that S3_URL names. */
export const imageStore = ({ home, s3Url }: Pick<Config, 'home' | 's3Url'>): ImageStore => {
  const shelf: Shelf = s3Url ? imageBucket(s3Url) : imageFolder(join(home, documentsFolder))
  return {
    put: async (tenantId, bytes) => {
      const hash = hashOf(bytes)
      await shelf.write(nameOf(tenantId, hash), bytes)
      return hash
    },
    read: async (tenantId, hash) => shelf.read(nameOf(tenantId, hash)),
    remove: async (tenantId, hash) => shelf.remove(nameOf(tenantId, hash)),
  }
}

type Images = { database: Pick<Database, 'inTenant'>; images: ImageStore; tenantId: number }

/**
 * Removes those images that no document of the tenant uses any more. Call it once the change that freed them is
 * committed.
 */
export const removeUnused = async (
  { database, images, tenantId }: Images,
  hashes: readonly (string | null | undefined)[],
) => {
  for (const hash of new Set(hashes)) {
    if (hash)
      await database.inTenant(tenantId, async (tx) => {
        await lockImage(tx, tenantId, hash)
        if (!(await isImageUsed(tx, tenantId, hash))) await images.remove(tenantId, hash)
      })
  }
}
