import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .slice(page.indexOf('## ASVS'))
  .split('\n')
  .filter((line) => /^\| (\*\*V)?\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

it('names only tests that exist', () => {
  const named = rows.flatMap(([, , , shown = '']) => [...shown.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('has every chapter, and a reason for everything that is not met', () => {
  const chapters = rows.flatMap(([, section = '']) => /^\*\*V(\d+)\*\*/.exec(section)?.[1] ?? [])
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, at) => String(at + 1)))
  const unmet = rows.flatMap(([, , state = '']) => state.split('**not met**').slice(1))
  expect(unmet.length).toBeGreaterThan(0)
  for (const reason of unmet) expect(reason).toMatch(/^( (for|on) [\w ]+)?: \w.{20,}/)
})
