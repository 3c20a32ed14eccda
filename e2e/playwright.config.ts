import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasRoomInMemory } from '@parada/db/testing/ground'
import { defineConfig } from '@playwright/test'

// Workers load this file again. The folder chosen by the first load reaches them through the environment, as does the
// product's port.
process.env.E2E_HOME ??= mkdtempSync(join(tmpdir(), 'parada-e2e-'))
const home = process.env.E2E_HOME

const launchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-gpu',
  ],
  // Without shared memory, the browser's processes would share their data through files on disk, which is slower.
  ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
}
/** A journey's page lives for seconds, so optimising its code takes longer than it saves. */
const asWritten = { ...launchOptions, args: [...launchOptions.args, '--js-flags=--no-opt --no-maglev'] }

export default defineConfig({
  testDir: './journeys',
  fullyParallel: true,
  // Journeys wait for responses, timers and rendering, so there is one worker more than small machines have cores.
  workers: 3,
  forbidOnly: true,
  // Figures are measured after everything else, alone on the machine.
  // Journeys run with reduced motion, because contrast checks would meet half-faded elements. Figures are measured with
  // motion.
  projects: [
    {
      name: 'journeys',
      testIgnore: /figures/,
      use: { contextOptions: { reducedMotion: 'reduce' }, launchOptions: asWritten },
    },
    { name: 'figures', testMatch: /figures/, dependencies: ['journeys'], fullyParallel: false, workers: 1 },
  ],
  retries: 0,
  timeout: 60_000,
  // Long, because a busy machine may take its time until a condition becomes true.
  expect: { timeout: 15_000 },
  outputDir: join(home, 'results'),
  reporter: [['list'], ['json', { outputFile: join(home, 'report.json') }]],
  use: {
    baseURL: `http://demo.localhost:${process.env.E2E_PORT}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  webServer: {
    command: 'node product.ts',
    wait: { stdout: /running at http:\/\/localhost:(?<e2e_port>\d+)/ },
    env: { PORT: '0', PARADA_HOME: home },
    // The first start fills a database, which takes long on a busy machine.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
