import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { isRecord } from '@parada/domain/objects'
import { StartProblem } from '../problems.ts'

/**
 * Format of an encrypted backup: a line that identifies it, a line of JSON that describes the key derivation, and
 * chunks encrypted with AES-256-GCM. The nonce holds the chunk's number and whether it is the last, so a chunk that was
 * moved, removed or added cannot be decrypted. Each file has its own salt, and so its own key.
 */
const magic = Buffer.from('PARADA-ENCRYPTED-BACKUP\n')
const version = 1
const chunkBytes = 65_536
const tagBytes = 16
const longestHeader = 1_024
const usualCost = { N: 131_072, r: 8, p: 1 }
/** A file that asks for more is meant to exhaust the machine that reads it. */
const mostCost = { N: 1_048_576, r: 8, p: 4 }

type Cost = typeof usualCost

const derive = (passphrase: string, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 64, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/**
 * One half of the derived bytes is the key; the hash of the other half tells a wrong passphrase from a damaged file.
 */
const halvesOf = (derived: Buffer) => ({
  key: derived.subarray(0, 32),
  check: createHash('sha256').update(derived.subarray(32)).digest('base64url'),
})

const nonceOf = (index: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 0)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Buffers input until there is more than one chunk, so that the last chunk is recognized as the last. */
const makeBuffer = () => {
  let held: Buffer[] = []
  let length = 0
  return {
    add: (piece: Buffer) => {
      held.push(piece)
      length += piece.length
    },
    takeBefore: (bytes: number) => {
      if (length <= bytes) return undefined
      const all = Buffer.concat(held)
      held = [all.subarray(bytes)]
      length -= bytes
      return all.subarray(0, bytes)
    },
    rest: () => Buffer.concat(held),
  }
}

/** Encrypts a stream; the cost of the key derivation is stored with it. */
export const encrypting = (passphrase: string, cost: Cost = usualCost) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(32)
    const { key, check } = halvesOf(await derive(passphrase, salt, cost))
    const header = Buffer.from(
      `${JSON.stringify({ version, kdf: 'scrypt', ...cost, salt: salt.toString('base64url'), check, chunkBytes })}\n`,
    )
    yield Buffer.concat([magic, header])
    let index = 0
    const seal = (plain: Buffer, isLast: boolean) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++, isLast)).setAAD(header)
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    }
    const buffer = makeBuffer()
    for await (const piece of source) {
      buffer.add(piece)
      for (let chunk = buffer.takeBefore(chunkBytes); chunk; chunk = buffer.takeBefore(chunkBytes))
        yield seal(chunk, false)
    }
    yield seal(buffer.rest(), true)
  }

const damaged = () =>
  new StartProblem('This encrypted backup is cut short, or was changed after it was made: nothing was changed here')

/** Otherwise anybody who can replace an encrypted backup could choose what is restored. */
const unproven = () =>
  new StartProblem(
    'This backup is not encrypted, so the passphrase cannot prove whose it is: nothing was changed. If you trust the file, restore it without BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE',
  )

type Header = Cost & { salt: string; check: string; chunkBytes: number }

const readHeader = (line: Buffer): Header => {
  let read: unknown
  try {
    read = JSON.parse(line.toString())
  } catch {}
  if (!isRecord(read)) throw damaged()
  if (read.version !== version) throw new StartProblem('This backup was encrypted by a newer Parada')
  const { N, r, p, salt, check } = read
  const isSane = (value: unknown, most: number) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
  if (!isSane(N, mostCost.N) || !isSane(r, mostCost.r) || !isSane(p, mostCost.p)) throw damaged()
  if (!isSane(read.chunkBytes, 1_048_576) || typeof salt !== 'string' || typeof check !== 'string') throw damaged()
  return { N: Number(N), r: Number(r), p: Number(p), salt, check, chunkBytes: Number(read.chunkBytes) }
}

const keyFor = async (header: Header, passphrase: string | undefined) => {
  if (passphrase === undefined)
    throw new StartProblem(
      'This backup is encrypted: set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file with it',
    )
  const { key, check } = halvesOf(await derive(passphrase, Buffer.from(header.salt, 'base64url'), header))
  if (check !== header.check)
    throw new StartProblem('The passphrase is not the one that this backup was encrypted with: nothing was changed')
  return key
}

/** Decrypts a stream; without a passphrase, an unencrypted backup passes through unchanged. */
export const decrypting = (passphrase: string | undefined) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const buffer = makeBuffer()
    let begun = Buffer.alloc(0)
    let opened: { key: Buffer; header: Buffer; chunkBytes: number } | undefined
    let isPlain = false
    let index = 0

    const open = (sealed: Buffer, isLast: boolean) => {
      if (!opened || sealed.length < tagBytes) throw damaged()
      const at = sealed.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', opened.key, nonceOf(index++, isLast), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(opened.header).setAuthTag(sealed.subarray(at))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, at)), decipher.final()])
      } catch {
        throw damaged()
      }
    }

    /** Collects the start of the file until its format is known. */
    const begin = async (piece: Buffer) => {
      begun = Buffer.concat([begun, piece])
      const length = Math.min(begun.length, magic.length)
      if (!begun.subarray(0, length).equals(magic.subarray(0, length))) {
        if (passphrase !== undefined) throw unproven()
        isPlain = true
        return
      }
      const end = begun.indexOf(10, magic.length)
      if (end < 0 && begun.length > magic.length + longestHeader) throw damaged()
      if (end < 0) return
      const header = begun.subarray(magic.length, end + 1)
      const read = readHeader(header)
      opened = { key: await keyFor(read, passphrase), header, chunkBytes: read.chunkBytes }
      buffer.add(begun.subarray(end + 1))
    }

    for await (const piece of source) {
      if (isPlain) yield piece
      else if (opened) buffer.add(piece)
      else {
        await begin(piece)
        if (isPlain) yield begun
      }
      if (!opened) continue
      const sealedBytes = opened.chunkBytes + tagBytes
      for (let sealed = buffer.takeBefore(sealedBytes); sealed; sealed = buffer.takeBefore(sealedBytes))
        yield open(sealed, false)
    }
    if (!isPlain) yield open(buffer.rest(), true)
  }
