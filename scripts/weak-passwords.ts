// Writes the hashes of the most common passwords from a list with one per line, the most common first:
// node scripts/weak-passwords.ts list.txt
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [list = ''] = process.argv.slice(2)
const hashes = readFileSync(list, 'utf8')
  .split('\n')
  .filter(Boolean)
  .slice(0, 10_000)
  .map((password) => createHash('sha1').update(password).digest().subarray(0, 6).toString('base64'))
  .sort()
const lines = Array.from({ length: Math.ceil(hashes.length / 16) }, (_, at) => hashes.slice(at * 16, at * 16 + 16))
const source = [
  '// Written by scripts/weak-passwords.ts: the first six bytes of the SHA-1 of each of the 10,000 commonest passwords, in base64.',
  'export const weakHashes = [',
  ...lines.map((line) => `  '${line.join('')}',`),
  "].join('')",
  '',
]
writeFileSync(join(import.meta.dirname, '../apps/server/src/weak-passwords.gen.ts'), source.join('\n'))
