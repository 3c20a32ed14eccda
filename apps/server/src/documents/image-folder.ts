import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@parada/domain/errors'
import { ImageMissing } from './image-missing.ts'
import type { Shelf } from './image-store.ts'

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** A renamed file survives a power cut only once the folder itself has been synced. */
const syncFolder = async (path: string) => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/**
 * Images as files that only the server's own user can read. Each is written to a temporary file and renamed once
 * complete.
 */
export const imageFolder = (folder: string): Shelf => ({
  write: async (name, bytes) => {
    const path = join(folder, name)
    if (await isThere(path)) return
    const drafts = join(folder, 'incoming')
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    const draft = join(drafts, randomUUID())
    try {
      const file = await open(draft, 'wx', 0o600)
      await file
        .writeFile(bytes)
        .then(() => file.sync())
        .finally(() => file.close())
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(folder)
  },
  read: async (name) => {
    try {
      return (await open(join(folder, name))).createReadStream()
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new ImageMissing(name) : error
    }
  },
  remove: (name) => rm(join(folder, name), { force: true }),
})
