import { defineConfig } from 'vitest/config'

/** Tests that need tilemaker: npm run test:maps. */
export default defineConfig({
  test: { include: ['apps/server/src/maps/testing-tilemaker.ts'], testTimeout: 300_000 },
})
