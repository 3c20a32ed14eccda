import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { codeOf } from '@parada/domain/errors'

/** Rights that the owner of a path alone has. */
const ownFolder = 0o700
const ownFile = 0o600

/** As root PostgreSQL runs as somebody else, who passes through the folder of the installation to its own but sees nothing there. */
const passableFolder = 0o711

/** Of the folder of an installation that is made anew. */
export const newHomeMode = () => (process.getuid?.() === 0 ? passableFolder : ownFolder)

/** Only takes rights away; false where the path belongs to another user or cannot be changed. */
const narrow = (path: string, mode: number, most: number) => {
  if ((mode & 0o777 & ~most) === 0) return true
  try {
    chmodSync(path, mode & most)
    return true
  } catch (error) {
    if (['EPERM', 'EACCES', 'EROFS'].includes(codeOf(error) ?? '')) return false
    // It was removed meanwhile, by a log that was put aside or a mail that was written.
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
}

/**
 * Takes from everybody but the owner the rights to a folder and all in it, links apart: they lead to what is not ours. Answers
 * what could not be changed.
 */
export const makePrivate = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const failed = narrow(path, found.mode, found.isDirectory() ? ownFolder : ownFile) ? [] : [path]
  if (!found.isDirectory()) return failed
  return [...failed, ...readdirSync(path).flatMap((name) => makePrivate(join(path, name)))]
}

/** What Parada puts into the folder of an installation, PostgreSQL's own folder apart. */
const isOurs = (name: string) =>
  /^(documents|mail|maps|sms|backups|restoring|secrets\.json.*|secret-key.*|simulator\.json.*|(server|postgres|simulator)\.log(\.\d+)?|\.setting-up|\.write-probe-\d+)$/.test(
    name,
  )
const isDatabase = (name: string) => /^postgres(\.new|\.password)?$/.test(name)

const isInside = (path: string, folder: string) => {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep)
  } catch {
    return false
  }
}

/**
 * The same for the folder of an installation. PostgreSQL guards its own folder there, and what somebody else put beside ours stays
 * as it is, the folder itself included: others may need to get there.
 */
export const makeHomePrivate = (home: string) => {
  const names = readdirSync(home)
  const { mode } = lstatSync(home)
  // A database that is set up later lies here too, if its user can get there.
  const hasData = !names.includes('postgres') || isInside(join(home, 'postgres'), home)
  const most = hasData ? newHomeMode() : ownFolder
  const isAllOurs = names.every((name) => isOurs(name) || isDatabase(name))
  const isNarrow = isAllOurs ? narrow(home, mode, most) : (mode & 0o777 & ~most) === 0
  return [...(isNarrow ? [] : [home]), ...names.filter(isOurs).flatMap((name) => makePrivate(join(home, name)))]
}
