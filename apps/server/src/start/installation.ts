import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeCluster } from '@parada/db/installation/data-folder'
import { isFilled, markEmpty } from '@parada/db/installation/filled'
import { type Database, openDatabase } from '@parada/db/open'
import { DatabaseInUse, StartProblem } from '@parada/db/problems'
import type { Config } from '../config.ts'
import type { ImageStore } from '../documents/image-store.ts'
import { hashPassword, wireHash } from '../passwords.ts'

type Log = (line: string) => void

/** Deletes an embedded installation; one on a database server is not ours to drop. */
export const resetInstallation = async (config: Config, log: Log) => {
  if (config.databaseUrl)
    throw new StartProblem('--reset is for the embedded database: with DATABASE_URL, drop it there')
  try {
    await (await openDatabase({ home: config.home, log })).close()
  } catch (error) {
    // Data that is too broken to open is a good reason to reset; data in use is not.
    if (error instanceof DatabaseInUse) throw error
  }
  await removeCluster(config.home)
  for (const folder of ['mail', 'sms', 'documents'])
    await rm(join(config.home, folder), { recursive: true, force: true })
}

/** The demo's tenants share their drawings, but each has its own copies. */
const keepDemoImages = async (images: ImageStore) => {
  const { allDocumentImages } = await import('@parada/db/seed/document-images')
  const { demoTenants } = await import('@parada/db/seed/tenants')
  const drawn = allDocumentImages()
  await Promise.all(demoTenants.flatMap(({ id }) => drawn.map(({ bytes }) => images.put(id, bytes))))
}

type Filling = { wantsDemo: boolean; history: number; images: ImageStore }

/** Fills a new installation with the demo tenants, or marks it as one that goes live without them. */
export const fillInstallation = async (database: Database, { wantsDemo, history, images }: Filling, log: Log) => {
  if (await isFilled(database)) return
  if (!wantsDemo) return markEmpty(database.ownerUrl)
  log('Filling the demo tenants…')
  try {
    const { seedDemo } = await import('@parada/db/seed/seed')
    await keepDemoImages(images)
    await seedDemo(database.ownerUrl, { history, hashPassword: (plain) => hashPassword(wireHash(plain)) })
  } catch (error) {
    // Of several nodes that start at the same time on a new database, one fills it and the others find it filled.
    if (!(await isFilled(database))) throw error
  }
}
