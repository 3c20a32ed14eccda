import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { codeOf, messageOf } from '@parada/domain/errors'
import { embeddedFile } from './embedded-file.ts'
import { checkMapFile, type MapFacts, MapProblem, readMapFacts } from './map-file.ts'
import { convertMbtiles } from './mbtiles.ts'

/** A file on disk. The name it is served under contains its content hash, so that browsers may cache it forever. */
type MapFile = MapFacts & { name: string; served: string; path: string }

const folderOf = (home: string) => join(home, 'maps')
const form = /^([a-z0-9][a-z0-9-]{0,59})\.([0-9a-f]{16})\.pmtiles$/
const hashLength = 16

const hashOf = async (path: string) => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex').slice(0, hashLength)
}

const factsByPath = new Map<string, Promise<MapFacts>>()

/** Cached, because the content of a file never changes under the same name. */
const factsOf = (path: string) => {
  const known = factsByPath.get(path) ?? readMapFacts(path)
  factsByPath.set(path, known)
  known.catch(() => factsByPath.delete(path))
  return known
}

let embedded: Promise<MapFile> | undefined

const readEmbedded = async (): Promise<MapFile> => {
  const hash = createHash('sha256').update(readFileSync(embeddedFile)).digest('hex').slice(0, hashLength)
  const served = basename(embeddedFile).replace('.', `.${hash}.`)
  return { ...(await readMapFacts(embeddedFile)), name: 'streets', served, path: embeddedFile }
}

/** The maps added to an installation, by name. Files that can no longer be read are left out. */
export const ownMaps = async (home: string): Promise<MapFile[]> => {
  const folder = folderOf(home)
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names.sort().map(async (served) => {
      const [, name] = form.exec(served) ?? []
      const path = join(folder, served)
      const facts = name === undefined ? undefined : await factsOf(path).catch(() => undefined)
      return name !== undefined && facts ? [{ ...facts, name, served, path }] : []
    }),
  )
  return found.flat()
}

/** All map files, the installation's own first: where they overlap the embedded streets, they are the ones drawn. */
export const mapFiles = async (home: string): Promise<MapFile[]> => {
  embedded ??= readEmbedded()
  return [...(await ownMaps(home)), await embedded]
}

const nameOf = (path: string) => {
  const name = basename(path, extname(path))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  if (name === '' || name === 'streets') throw new MapProblem('give it another file name')
  return name
}

/** Copies the file, or converts it if it is MBTiles. */
const bring = async (from: string, to: string) => {
  if (extname(from).toLowerCase() === '.mbtiles') convertMbtiles(from, to)
  else await copyFile(from, to)
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
  ENOSPC: 'the disk is full',
}

/** Adds a file to the installation if it passes all checks; one of the same name is replaced. */
export const addMap = async (home: string, from: string): Promise<MapFile> => {
  const name = nameOf(from)
  const folder = folderOf(home)
  const begun = join(folder, `${name}.adding`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await bring(from, begun)
    const facts = await checkMapFile(begun)
    const served = `${name}.${await hashOf(begun)}.pmtiles`
    const before = (await ownMaps(home)).filter((one) => one.name === name && one.served !== served)
    const path = join(folder, served)
    await rename(begun, path)
    await Promise.all(before.map((one) => rm(one.path, { force: true })))
    return { ...facts, name, served, path }
  } catch (error) {
    if (error instanceof MapProblem) throw error
    throw new MapProblem(reasons[codeOf(error) ?? ''] ?? messageOf(error))
  } finally {
    await rm(begun, { force: true })
  }
}

/** Returns false if there is no map of that name. */
export const removeMap = async (home: string, name: string) => {
  const found = (await ownMaps(home)).filter((one) => one.name === name)
  await Promise.all(found.map(({ path }) => rm(path, { force: true })))
  return found.length > 0
}
