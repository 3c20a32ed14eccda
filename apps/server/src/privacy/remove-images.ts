import type { Database } from '@parada/db/open'
import type { Send } from '../deliveries/outbox-worker.ts'
import { type ImageStore, removeUnused } from '../documents/image-store.ts'

/** Removes the images that an erasure freed; told twice, there is nothing left to remove. */
export const freedImageRemover =
  (database: Database, images: ImageStore): Send<'freedImages'> =>
  (_, { hashes }, { tenantId }) =>
    removeUnused({ database, images, tenantId }, hashes)
