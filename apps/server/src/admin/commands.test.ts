import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, help, runAdmin } from './commands.ts'
import { parseJson } from './files.ts'

const fleet = { idExternal: 'A', fleetName: 'Taxi Sol', lat: 40.4, lon: -3.7 }

/** The message of a command that has to end before the database is opened. */
const refusal = (line: string[], file: unknown = {}) =>
  runAdmin(
    line,
    () => file,
    () => Promise.reject(new Error('The database was opened')),
  ).then(
    (text) => `Done: ${text}`,
    (error: Error) => error.message,
  )

describe('the command line', () => {
  it('without arguments prints a help text with every command', async () => {
    expect(await refusal([])).toBe(`Done: ${help()}`)
    for (const { name } of commands) expect(help()).toContain(`npm run admin -- ${name}`)
  })

  it.each([
    ['an unknown command', ['tenant', 'drop', 'demo'], 'There is no command "tenant drop": see npm run admin -- help'],
    ['a missing word', ['user', 'list'], 'Something is missing. Usage: npm run admin -- user list <subdomain>'],
    ['a word too many', ['tenant', 'list', 'all'], 'Not understood: all. Usage: npm run admin -- tenant list'],
    [
      'an unknown option',
      ['user', 'list', 'sol', '--all'],
      /^Unknown option '--all'\. Usage: npm run admin -- user list/,
    ],
    ['a word that is not a pair', ['tenant', 'set', 'sol', 'color'], /^"color" is not written key=value\. Usage:/],
    [
      'a user without any name to sign in',
      ['user', 'create', 'sol', '--first', 'Ana'],
      /^Give --email or --mobile\. Usage:/,
    ],
    ['permissions half said', ['user', 'permissions', 'sol', 'a@b.example', 'set'], /^Write set key=value …, remove/],
  ])('refuses %s with a one-line hint', async (_, line, message) => {
    expect(await refusal(line)).toMatch(message)
    expect(await refusal(line)).not.toContain('\n')
  })
})

describe('reading arguments', () => {
  const user = ['user', 'create', 'sol', '--first', 'Ana', '--last', 'Luz']
  it.each([
    ['a subdomain with a dot', ['tenant', 'create', 'a.b', '--name', 'X'], /^"a\.b" cannot be a subdomain/],
    ['a subdomain that ends with a hyphen', ['tenant', 'create', 'a-', '--name', 'X'], /cannot be a subdomain/],
    ['an empty name', ['tenant', 'create', 'sol', '--name', ' '], '--name must have 1 to 200 characters'],
    ['a wrong e-mail', [...user, '--email', 'ana'], '"ana" is not an e-mail address'],
    [
      'a mobile without a prefix',
      [...user, '--mobile', '600000000'],
      '"600000000" is not a mobile number: write 34;600000000',
    ],
    ['a wrong number', [...user, '--mobile', '34;12'], '"34;12" has a wrong number: write 34;600000000'],
    ['a wrong prefix', [...user, '--mobile', 'x;600000000'], '"x;600000000" has a wrong prefix: write 34;600000000'],
    [
      'a short password',
      [...user, '--email', 'a@b.example', '--password', '1234567'],
      'The password must have at least 10 characters',
    ],
    [
      'an unknown permission',
      [...user, '--email', 'a@b.example', 'taximap=true'],
      'taximap: is not a permission; did you mean taxiMap?',
    ],
    [
      'an invalid fleet list',
      [...user, '--email', 'a@b.example', 'viewServiceByFleet=x'],
      'viewServiceByFleet: must be all, or fleet ids with commas between',
    ],
    [
      'payment accounts that are none',
      [...user, '--email', 'a@b.example', 'viewMTIDetailByPA={}'],
      'viewMTIDetailByPA: does not hold a list of payment accounts',
    ],
    [
      'accounts for adding fleets that are none',
      [...user, '--email', 'a@b.example', 'addFleetByPA=all'],
      'addFleetByPA: does not hold a list of payment accounts',
    ],
  ])('refuses %s', async (_, line, message) => expect(await refusal(line)).toMatch(message))
})

describe('reading a file', () => {
  const permissions = ['user', 'permissions', 'sol', 'a@b.example', 'file.json']
  it.each([
    ['a config that is a list', ['tenant', 'config', 'sol', 'f'], [], 'The front config must be a JSON object'],
    [
      'a flag that is a text',
      ['tenant', 'create', 'sol', '--name', 'X', '--config', 'f'],
      { hasSpartan: 'yes' },
      /^hasSpartan: Invalid input/,
    ],
    ['permissions in a list', permissions, [], /must hold a JSON object/],
    ['a permission without a text', permissions, { taxiMap: true }, /^taxiMap: Invalid input/],
    ['an unknown permission', permissions, { fly: 'true' }, 'fly: is not a permission'],
    [
      'features with one id twice',
      ['taxi-features', 'import', 'sol', 'f'],
      [
        { id: 1, name: 'A' },
        { id: 1, name: 'B' },
      ],
      'Entry 2 (B): id: is also that of entry 1',
    ],
  ])('refuses %s', async (_, line, file, message) => expect(await refusal(line, file)).toMatch(message))

  it.each([
    ['no array', {}, 'The file must hold a JSON array'],
    ['an entry that is not an object', [null], /^Entry 1: Invalid input/],
    [
      'neither id nor idExternal',
      [{ ...fleet, idExternal: undefined }],
      /^Entry 1 \(Taxi Sol\): idExternal: must be given/,
    ],
    [
      'a misspelt field',
      [fleet, { ...fleet, idExternal: 'B', latitude: 1 }],
      'Entry 2 (Taxi Sol): latitude: Unknown field',
    ],
    ['a latitude beyond the pole', [{ ...fleet, lat: 91 }], /^Entry 1 \(Taxi Sol\): lat: /],
    ['an unknown protocol', [{ ...fleet, protocolDispatch: 99 }], /protocolDispatch: must be one of 0, 1, 2/],
    ['an unknown time zone', [{ ...fleet, timeZone: 'Mars/North' }], /timeZone: must be a time zone such as/],
    [
      'an area that is not closed',
      [{ ...fleet, geoAreaOrigin: [{ description: 'A', geometryWKT: 'POLYGON((0 0,1 0,1 1,2 2))' }] }],
      /geoAreaOrigin\.0\.geometryWKT: must be a POLYGON/,
    ],
    [
      'a price range turned round',
      [{ ...fleet, estimatedMinPrice: 9, estimatedMaxPrice: 8 }],
      /estimatedMaxPrice: must not be below/,
    ],
    ['one external id twice', [fleet, fleet], 'Entry 2 (Taxi Sol): idExternal: is also that of entry 1'],
  ])('refuses fleets with %s, and names the entry and the field', async (_, file, message) =>
    expect(await refusal(['fleet', 'import', 'sol', 'f'], file)).toMatch(message),
  )

  it('reports all problems of a fleet file at once', async () => {
    const message = await refusal(
      ['fleet', 'import', 'sol', 'f'],
      [
        { ...fleet, lat: 'x' },
        { ...fleet, lon: 200, status: 7 },
      ],
    )
    expect(message.split('\n').map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual([
      'Entry 1 (Taxi Sol) lat',
      'Entry 2 (Taxi Sol) lon',
      'Entry 2 (Taxi Sol) status',
    ])
  })

  it.each([
    ['what is not JSON', '{', /^f is not JSON: /],
    ['a NUL character', '["a\\u0000"]', 'f holds a character that cannot be stored'],
    ['half of a pair', '{"a\\ud800": 1}', 'f holds a character that cannot be stored'],
  ])('refuses %s', (_, text, message) => expect(() => parseJson('f', text)).toThrow(message))
})

describe('docs/operate.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operate.md'), 'utf8')
  const examples = [...text.matchAll(/```json (\w+)\n([\s\S]*?)```/g)].map(([, kind = '', json = '']) => ({
    kind,
    json,
  }))
  const lines: Record<string, string[]> = {
    features: ['taxi-features', 'import', 'acme', 'f'],
    fleets: ['fleet', 'import', 'acme', 'f'],
    permissions: ['user', 'permissions', 'acme', 'ana@acme.example', 'f'],
  }

  it('shows files that are accepted', async () => {
    expect(new Set(examples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(lines)))
    for (const { kind, json } of examples)
      expect(await refusal(lines[kind] ?? [], JSON.parse(json))).toBe('The database was opened')
  })
})
