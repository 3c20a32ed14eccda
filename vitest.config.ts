import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const builtServer = join(import.meta.dirname, 'apps/server/dist')

/**
 * Makes the tested server start the built threads, as the product does: from its sources each would load a translator
 * first.
 */
const builtThreads = {
  name: 'built-threads',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\.ts$/, code: "-worker.ts')" },
    handler: (code: string) =>
      code.replace(/join\(import\.meta\.dirname, '([\w-]+-worker)\.ts'\)/, `'${builtServer}/$1.js'`),
  },
}

/** A worker keeps the modules it has loaded: loading them again for every file takes longer than most files. */
const isolate = false

export default defineConfig({
  test: {
    allowOnly: false,
    // Long, because a busy machine may take its time until a condition becomes true.
    expect: { poll: { timeout: 15_000 } },
    // Databases and a started product respond slowly on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    silent: 'passed-only',
    // Many tests wait for processes, timeouts and disks, so there are twice as many workers as small machines have
    // cores.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'rules',
          isolate,
          include: ['packages/{domain,contract,roads}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['scripts/page-sizes.test.ts'],
        },
      },
      {
        test: {
          name: 'build',
          isolate,
          include: ['scripts/page-sizes.test.ts'],
          globalSetup: ['scripts/build-web.mjs'],
        },
      },
      {
        test: {
          name: 'db',
          isolate,
          include: ['packages/db/src/**/*.test.ts'],
          globalSetup: ['packages/db/src/testing/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [builtThreads],
        test: {
          name: 'server',
          isolate,
          include: ['apps/{server,simulator}/src/**/*.test.ts'],
          globalSetup: ['scripts/build-server.mjs', 'apps/server/src/testing/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define: { __BUILD__: '"test"' },
        test: {
          name: 'web',
          isolate,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['apps/web/src/testing/leave-nothing.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
