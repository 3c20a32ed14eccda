import type { Database } from '@parada/db/open'
import type { Send } from '../deliveries/outbox-worker.ts'
import { type ImageStore, removeUnused } from '../documents/image-store.ts'

/** Removes the images freed by an erasure. Safe to run twice. */
export const freedImageRemover =
  (database: Database, images: ImageStore): Send<'freedImages'> =>
  (_, { hashes }, { tenantId }) =>
    removeUnused({ database, images, tenantId }, hashes)
