import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const builtServer = join(import.meta.dirname, 'apps/server/dist')

/** The tested server starts the threads that the product starts: from its sources each would load a translator first. */
const builtThreads = {
  name: 'built-threads',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\.ts$/, code: "-worker.ts')" },
    handler: (code: string) =>
      code.replace(/join\(import\.meta\.dirname, '([\w-]+-worker)\.ts'\)/, `'${builtServer}/$1.js'`),
  },
}

/** Loading the same modules for every file anew takes longer than most files: a worker keeps what it has loaded. */
const isolate = false

export default defineConfig({
  test: {
    allowOnly: false,
    // Whoever waits for something to become true waits for that, however long a busy machine takes.
    expect: { poll: { timeout: 15_000 } },
    // Databases and a started product answer in their own time on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    silent: 'passed-only',
    // Many tests wait for processes, time-outs and disks: twice as many as small machines have cores.
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
