import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Workers load this file again: what the first load chose reaches them through the environment.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
process.env.E2E_HOME ??= mkdtempSync(join(tmpdir(), 'parada-e2e-'))
const port = process.env.E2E_PORT
const home = process.env.E2E_HOME

export default defineConfig({
  testDir: './journeys',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // What is measured runs after everything else, alone on the machine.
  projects: [
    { name: 'journeys', testIgnore: /figures/ },
    { name: 'figures', testMatch: /figures/, dependencies: ['journeys'], fullyParallel: false },
  ],
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  outputDir: join(home, 'results'),
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? join(home, 'report.json') }]],
  use: {
    baseURL: `http://demo.localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: {
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
    },
  },
  webServer: {
    command: 'node ../apps/server/src/main.ts --quiet',
    url: `http://localhost:${port}/health`,
    env: { PORT: port, PARADA_HOME: home, PARADA_DEMO_HISTORY: '2000' },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
