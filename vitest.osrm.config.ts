import { defineConfig } from 'vitest/config'

/** What needs OSRM: npm run test:osrm. */
export default defineConfig({
  test: {
    include: ['apps/server/src/roads/testing-osrm.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
