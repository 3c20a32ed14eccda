import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { codeOf } from '@parada/domain/errors'

/** Rights for the owner of a path only. */
const ownFolder = 0o700
const ownFile = 0o600

/**
 * Under root, PostgreSQL runs as another user, who may pass through the installation's folder to its own but not list
 * it.
 */
const passableFolder = 0o711

/** Mode of a newly created installation folder. */
export const newHomeMode = () => (process.getuid?.() === 0 ? passableFolder : ownFolder)

/** Only removes rights; false if the path belongs to another user or cannot be changed. */
const narrow = (path: string, mode: number, most: number) => {
  if ((mode & 0o777 & ~most) === 0) return true
  try {
    chmodSync(path, mode & most)
    return true
  } catch (error) {
    if (['EPERM', 'EACCES', 'EROFS'].includes(codeOf(error) ?? '')) return false
    // Removed in the meantime, for example because a log was rotated or a mail was written.
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
}

/**
 * Removes everybody else's rights to a folder and its contents, except links, which lead to what is not ours. Returns
 * the paths that could not be changed.
 */
export const makePrivate = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const failed = narrow(path, found.mode, found.isDirectory() ? ownFolder : ownFile) ? [] : [path]
  if (!found.isDirectory()) return failed
  return [...failed, ...readdirSync(path).flatMap((name) => makePrivate(join(path, name)))]
}

/** What Parada puts into an installation's folder, except PostgreSQL's own folder. */
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
 * The same for the folder of an installation. PostgreSQL guards its own folder there. If it contains anything that is
 * not ours, that and the folder itself stay as they are, because others may need access.
 */
export const makeHomePrivate = (home: string) => {
  const names = readdirSync(home)
  const { mode } = lstatSync(home)
  // A database that is set up later will be here too, if its user can get here.
  const hasData = !names.includes('postgres') || isInside(join(home, 'postgres'), home)
  const most = hasData ? newHomeMode() : ownFolder
  const isAllOurs = names.every((name) => isOurs(name) || isDatabase(name))
  const isNarrow = isAllOurs ? narrow(home, mode, most) : (mode & 0o777 & ~most) === 0
  return [...(isNarrow ? [] : [home]), ...names.filter(isOurs).flatMap((name) => makePrivate(join(home, name)))]
}
