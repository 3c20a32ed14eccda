import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { testMap } from '../maps/testing-ways.ts'
import { runAdmin } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'parada-map-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const typed = (...line: string[]) =>
  runAdmin(
    ['map', ...line],
    () => ({}),
    () => Promise.reject(new Error('The database was opened')),
    () => ({ typedIn: folder, home: join(folder, 'home') }),
  ).catch((error: Error) => `Refused: ${error.message}`)

it('adds a map by a path relative to the current folder, lists it and removes it', async () => {
  testMap(folder, 'toledo.pmtiles')
  expect(await typed('list')).toBe('No map was added: the embedded streets are drawn')
  expect(await typed('add', 'toledo.pmtiles')).toBe('Map toledo added: pages that are opened from now on draw it')
  expect(await typed('list')).toMatch(/^name .+\ntoledo +-3\.705 40\.400 -3\.700 40\.405 +10 to 14$/)
  expect(await typed('remove', 'toledo')).toBe('Map toledo removed')
  expect(await typed('remove', 'toledo')).toBe('Refused: There is no map toledo: see npm run admin -- map list')
})

it.each([
  ['an invalid file', ['add', 'notes.pmtiles'], 'Refused: notes.pmtiles cannot be added: it is not a PMTiles file'],
  ['a file that is gone', ['add', 'gone.pmtiles'], 'Refused: gone.pmtiles cannot be added: there is no such file'],
  ['no file', ['add'], /^Refused: Something is missing\. Usage: npm run admin -- map add <file/],
  ['words too many', ['list', 'all'], /^Refused: Not understood: all\. Usage:/],
])('refuses %s', async (_, line, message) => {
  writeFileSync(join(folder, 'notes.pmtiles'), 'Not a map')
  expect(await typed(...line)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
})
