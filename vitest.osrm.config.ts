import { defineConfig } from 'vitest/config'

/** Tests that need OSRM: npm run test:osrm. */
export default defineConfig({
  test: {
    include: ['apps/server/src/roads/testing-osrm.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
