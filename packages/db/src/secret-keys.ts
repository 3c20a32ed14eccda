import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf, messageOf } from '@parada/domain/errors'
import { SecretsLocked } from './problems.ts'

/** The tables that store a secret, each with the column that tells whose it is. */
export const secretTables = {
  supplier_link: 'id_fleet',
  app_link: 'id_white_label',
  trip_supplier: 'id',
  insurer: 'id',
} as const
export type SecretTable = keyof typeof secretTables

/** Where a secret is stored; it cannot be decrypted for any other place. */
type SecretPlace = { table: SecretTable; tenantId: number; id: number }

/** A secret decrypted on use, so that a missing key fails only the work that needs it. */
export type Secret = { reveal(): string }

const mark = 'enc1'
const keyPattern = /^[\w-]{43}$/
const [nonceBytes, tagBytes] = [12, 16]

const idOf = (key: Buffer) => createHash('sha256').update('parada secret key').update(key).digest('hex').slice(0, 8)
const boundTo = ({ table, tenantId, id }: SecretPlace) => Buffer.from(JSON.stringify([tenantId, table, 'secret', id]))

/** Parses keys: the first encrypts and decrypts, the others only decrypt. */
const parseKeys = (text: string) => {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0 || !words.every((word) => keyPattern.test(word))) return undefined
  return words.map((word) => Buffer.from(word, 'base64url')).map((key) => ({ id: idOf(key), key }))
}
type Key = NonNullable<ReturnType<typeof parseKeys>>[number]

/** The id of the key that a stored value was encrypted with; undefined if it is not encrypted. */
export const keyIdOf = (stored: string) => {
  const [first, id, content] = stored.split('.')
  return first === mark && content !== undefined ? id : undefined
}

export type KeySource = { key?: string | undefined; file: string }

/**
 * The keys to an installation's secrets: from PARADA_KEY, or else from a file, which is read again when a key is not
 * known.
 */
export const secretKeys = ({ key: given, file }: KeySource) => {
  let keys: readonly Key[] = []
  let reason: string | undefined
  let problem: string | undefined

  const load = () => {
    reason = undefined
    if (given !== undefined) {
      const read = parseKeys(given)
      keys = read ?? []
      if (!read) reason = 'PARADA_KEY is not a key: it has 43 letters, digits, - and _'
      return
    }
    try {
      const read = parseKeys(readFileSync(file, 'utf8'))
      keys = read ?? []
      if (!read) reason = `${file} holds no key`
    } catch (error) {
      keys = []
      if (codeOf(error) !== 'ENOENT') reason = `${file} cannot be read: ${messageOf(error)}`
    }
  }
  load()

  /** Reads the file again; earlier keys are kept for values that were read before. */
  const refresh = () => {
    if (given !== undefined) return keys
    const before = keys
    load()
    const written = keys
    keys = [...written, ...before.filter((old) => !written.some(({ id }) => id === old.id))]
    return written
  }

  const keyNamed = (id: string) => {
    const find = (some: readonly Key[]) => some.find((one) => one.id === id)?.key
    return find(keys) ?? find(refresh())
  }

  const locked = () =>
    new SecretsLocked(problem ?? reason ?? `The key to this installation’s secrets is missing: ${file}`)

  const seal = (place: SecretPlace, plain: string) => {
    // Another process may have made a new key in the meantime, and will soon drop the old one.
    refresh()
    const [current] = keys
    if (!current || problem) throw locked()
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(boundTo(place))
    const content = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${mark}.${current.id}.${content.toString('base64url')}`
  }

  const open = (place: SecretPlace, stored: string) => {
    const id = keyIdOf(stored)
    // Written before secrets were encrypted; the next start encrypts it.
    if (id === undefined) return stored
    const key = keyNamed(id)
    if (!key) throw locked()
    const content = Buffer.from(stored.split('.')[2] ?? '', 'base64url')
    const end = content.length - tagBytes
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(boundTo(place)).setAuthTag(content.subarray(end))
      return Buffer.concat([decipher.update(content.subarray(nonceBytes, end)), decipher.final()]).toString('utf8')
    } catch {
      throw new SecretsLocked(`A secret in ${place.table} was moved or changed outside Parada: make it anew`)
    }
  }

  return {
    file,
    isGiven: given !== undefined,
    ids: () => keys.map(({ id }) => id),
    has: (id: string) => keyNamed(id) !== undefined,
    /** Why the keys cannot be read at all. */
    reason: () => reason,
    reload: load,
    seal,
    open,
    secret: (place: SecretPlace, stored: string): Secret => ({ reveal: () => open(place, stored) }),
    /** What keeps this installation's secrets from being read, in one line. */
    problem: () => problem,
    setProblem: (line: string | undefined) => {
      problem = line
    },
  }
}
export type SecretKeys = ReturnType<typeof secretKeys>
