import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasRoomInMemory } from '@parada/db/testing/ground'
import { defineConfig } from '@playwright/test'

// Workers load this file again: the folder that the first load chose reaches them through the environment, and so does
// the port that the product was given.
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
  // What the processes of a browser share would lie in files on the disk, which takes them longer.
  ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
}
/** A page of a journey lives for seconds: making its code fast takes longer than it saves. */
const asWritten = { ...launchOptions, args: [...launchOptions.args, '--js-flags=--no-opt --no-maglev'] }

export default defineConfig({
  testDir: './journeys',
  fullyParallel: true,
  // Journeys wait for answers, timers and drawings: one more than small machines have cores.
  workers: 3,
  forbidOnly: true,
  // What is measured runs after everything else, alone on the machine.
  // Nothing fades in the journeys: the look for bad contrast would meet what is half there. Moving it is measured.
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
  // Whoever waits for something to become true waits for that, however long a busy machine takes.
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
    // A first start fills a database, which takes as long as the machine is busy.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
