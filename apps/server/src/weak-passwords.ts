import { hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { weakHashes } from './weak-passwords.gen.ts'

/** Six bytes of a hash tell enough, and fit into a number. */
const bytes = 6
const base64Length = 8
const startOf = (hashed: Buffer) => hashed.readUIntBE(0, bytes)

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** What is shorter than ten characters and quick to list: numbers of up to five digits, words of up to three letters, days. */
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

/** Hashing the list takes a moment, in which others go on. */
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
 * Whether a password is one that anybody would try first. The server has its hash alone, and can only compare it with those of
 * what it lists itself: the browser and the command line look at the text.
 */
export const isWeak = async (wireHash: string) => {
  known ??= hashList()
  const hashed = Buffer.from(wireHash, 'base64')
  return hashed.length >= bytes && (await known).has(startOf(hashed))
}
