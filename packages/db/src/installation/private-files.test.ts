import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHomePrivate, newHomeMode } from './private-files.ts'

let home: string
const modeOf = (...path: string[]) => (lstatSync(join(home, ...path)).mode & 0o777).toString(8)
const put = (name: string) => {
  writeFileSync(join(home, name), '')
  chmodSync(join(home, name), 0o644)
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parada-private-'))
  chmodSync(home, 0o755)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('makeHomePrivate', () => {
  it('removes the rights of others, but leaves the way to a database that runs as another user', () => {
    mkdirSync(join(home, 'postgres'), { mode: 0o755 })
    put('server.log')
    expect(makeHomePrivate(home)).toEqual([])
    expect([modeOf(), modeOf('server.log')]).toEqual([newHomeMode().toString(8), '600'])
  })

  it('closes the folder if its database is elsewhere', () => {
    symlinkSync(tmpdir(), join(home, 'postgres'))
    makeHomePrivate(home)
    expect(modeOf()).toBe('700')
  })

  it('never adds a right', () => {
    chmodSync(home, 0o700)
    put('secrets.json')
    chmodSync(join(home, 'secrets.json'), 0o400)
    makeHomePrivate(home)
    expect([modeOf(), modeOf('secrets.json')]).toEqual(['700', '400'])
  })

  it('leaves other files alone, reports the open folder, and closes its own files in it', () => {
    put('somebody-else.txt')
    put('server.log')
    expect(makeHomePrivate(home)).toEqual([home])
    expect([modeOf(), modeOf('somebody-else.txt'), modeOf('server.log')]).toEqual(['755', '644', '600'])
  })
})
