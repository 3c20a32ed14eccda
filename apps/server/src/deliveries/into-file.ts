import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@parada/domain/errors'

/** Writes a message to a file named by its id, completely or not at all; the same message again replaces it. */
export const intoFile = async (folder: string, id: number, ending: string, content: string | Buffer) => {
  const file = join(folder, `${String(id).padStart(8, '0')}.${ending}`)
  const write = () => writeFile(`${file}.part`, content, { mode: 0o600 })
  await write().catch(async (error) => {
    if (codeOf(error) !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await write()
  })
  await rename(`${file}.part`, file)
}
