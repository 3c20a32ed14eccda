import { defineConfig } from 'vitest/config'

/** Tests that need LibreOffice: npm run test:files. */
export default defineConfig({
  test: {
    include: ['apps/server/src/exports/testing-libre-office.ts'],
    globalSetup: ['apps/server/src/testing/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
