import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Limits on the JavaScript that a page loads into an empty browser before any interaction; kB are gzipped. */
export const limits = { signIn: { kB: 130, files: 40 }, list: { kB: 230, files: 40 } }
export type PageName = keyof typeof limits

type Chunk = { file: string; name?: string; imports?: string[] }

const dist = join(import.meta.dirname, '../apps/web/dist')

export const gzippedBytes = (script: Uint8Array) => gzipSync(script, { level: 9 }).length

/**
 * The files of each page according to the build, the same on every machine. `npm run bench size` compares them with
 * what Chromium really loads.
 */
export const builtPages = (): Record<PageName, string[]> => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const chunkOf = (wanted: (chunk: Chunk) => boolean) => {
    const [key] = Object.entries(manifest).find(([, chunk]) => wanted(chunk)) ?? []
    if (!key) throw new Error('The build has no such chunk: scripts/page-sizes.ts names those that a page begins with')
    return key
  }
  const filesOf = (keys: string[], seen = new Set<string>()): string[] => {
    for (const key of keys) {
      const chunk = manifest[key]
      if (!chunk || seen.has(chunk.file)) continue
      seen.add(chunk.file)
      filesOf(chunk.imports ?? [], seen)
    }
    return [...seen]
  }
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file]) =>
    chunkOf((one) => one.file === file),
  )
  const named = (name: string) => chunkOf((chunk) => chunk.name === name)
  return {
    signIn: filesOf(first),
    list: filesOf([...first, named('frame'), named('start-live'), named('numberValidations')]),
  }
}

export const builtBytes = (file: string) => gzippedBytes(readFileSync(join(dist, file)))
