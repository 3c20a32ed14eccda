import { createInflateRaw } from 'node:zlib'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { SheetProblem, unreadable } from './sheet-problem.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endLength = 22
const longestComment = 65_535
const mostEntries = 2_000
const isEncrypted = 1
const [stored, deflated] = [0, 8]
/** Below this size the compression ratio is not checked. */
const smallPart = 1_048_576
/** Uncompressed parts are passed on in pieces too, because a text of ten megabytes is more than a thread may hold. */
const piece = 65_536

type Entry = { method: number; flags: number; packed: number; at: number }

const findEnd = (file: Buffer) => {
  const first = Math.max(0, file.length - endLength - longestComment)
  for (let at = file.length - endLength; at >= first; at--) if (file.readUInt32LE(at) === endMark) return at
  throw unreadable()
}

/** Parts of a zip file by lower-case name, from its central directory; anything between the parts is ignored. */
const entriesOf = (file: Buffer) => {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  if (count > mostEntries) throw unreadable()
  const entries = new Map<string, Entry>()
  let at = file.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (file.readUInt32LE(at) !== entryMark) throw unreadable()
    const lengths = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset))
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name.replaceAll('\\', '/').toLowerCase(), {
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

const packedBytes = (file: Buffer, { at, packed }: Entry) => {
  if (file.readUInt32LE(at) !== localMark) throw unreadable()
  const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (from + packed > file.length) throw unreadable()
  return file.subarray(from, from + packed)
}

/** Reports an offset that points outside a broken file as an unreadable file. */
const orUnreadable = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

/**
 * A zip file whose parts are unpacked piece by piece. The stated size of a part is not trusted: unpacking stops as soon
 * as it is larger than any sheet.
 */
export const openZip = (file: Buffer) => {
  const entries = orUnreadable(() => entriesOf(file))

  async function* unpack(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw unreadable()
    if (entry.flags & isEncrypted) throw new SheetProblem('problems.sheetEncrypted')
    const bytes = orUnreadable(() => packedBytes(file, entry))
    if (entry.method === stored) {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
      return
    }
    if (entry.method !== deflated) throw unreadable()
    const inflate = createInflateRaw()
    inflate.end(bytes)
    let size = 0
    try {
      for await (const chunk of inflate) {
        size += chunk.length
        const isSwollen = size > smallPart && size > bytes.length * sheetLimits.ratio
        if (size > sheetLimits.unpacked || isSwollen) throw new SheetProblem('problems.sheetBomb', { part: name })
        yield chunk
      }
    } catch (error) {
      throw error instanceof SheetProblem ? error : unreadable()
    } finally {
      inflate.destroy()
    }
  }
  return { has: (name: string) => entries.has(name.toLowerCase()), unpack }
}
export type Zip = ReturnType<typeof openZip>
