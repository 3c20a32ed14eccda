import { defineConfig } from 'vitest/config'

/** Tests that take minutes: npm run test:fuzz. */
export default defineConfig({
  test: {
    include: ['apps/server/src/testing/fuzz/full-fuzz.ts'],
    globalSetup: ['scripts/build-server.mjs', 'apps/server/src/testing/setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
