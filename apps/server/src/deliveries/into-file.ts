import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts a message into a file named by its id, whole or not at all; the same message again replaces it. */
export const intoFile = async (folder: string, id: number, ending: string, content: string | Buffer) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${String(id).padStart(8, '0')}.${ending}`)
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await rename(`${file}.part`, file)
}
