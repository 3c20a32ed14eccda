import { defineConfig } from 'vitest/config'

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
