import { hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { weakHashes } from './weak-passwords.gen.ts'

/** Six bytes identify a hash well enough, and fit into a number. */
const bytes = 6
const base64Length = 8
const startOf = (hashed: Buffer) => hashed.readUIntBE(0, bytes)

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const twoDigits = (number: number) => String(number).padStart(2, '0')

/**
 * Passwords below ten characters that are quick to list: numbers of up to five digits, words of up to three letters,
 * and dates.
 */
function* listed() {
  yield ''
  for (let length = 1; length <= 5; length++)
    for (let number = 0; number < 10 ** length; number++) yield String(number).padStart(length, '0')
  for (const one of letters)
    for (const two of ['', ...letters]) for (const three of two ? ['', ...letters] : ['']) yield one + two + three
  for (let year = 1930; year <= 2040; year++)
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= 31; day++) yield `${twoDigits(day)}${twoDigits(month)}${year}`
}

const betweenBreaths = 1_000

/** Hashing the list takes a moment, so it lets other work run in between. */
export const hashList = async () => {
  const known = new Set<number>()
  for (const [common] of weakHashes.matchAll(new RegExp(`.{${base64Length}}`, 'g')))
    known.add(startOf(Buffer.from(common, 'base64')))
  let tried = 0
  for (const password of listed()) {
    known.add(startOf(hash('sha1', password, 'buffer')))
    if (++tried % betweenBreaths === 0) await breathe()
  }
  return known
}

let known: Promise<ReadonlySet<number>> | undefined

/**
 * Whether a password is one that anybody would try first. The server only has its hash, which it can compare with
 * hashes of passwords it lists itself; the browser and the command line check the text.
 */
export const isWeak = async (wireHash: string) => {
  known ??= hashList()
  const hashed = Buffer.from(wireHash, 'base64')
  return hashed.length >= bytes && (await known).has(startOf(hashed))
}
