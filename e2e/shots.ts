// Pictures of every screen for people to look at: npm run shots [-- http://demo.localhost:4300]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword } from '@parada/db/seed/demo-users'
import { chromium, type Page } from '@playwright/test'
import { userOf } from './desk.ts'

const [address = 'http://demo.localhost:4300'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../.parada/shots')
mkdirSync(folder, { recursive: true })

const widths = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const bare = ['signin', 'forgot', '404', '500', 'signup'].map((name) => `/pages/${name}`)

const nameOf = (path: string) => path.replace(/^\//, '').replaceAll('/', '-')

const shoot = async (page: Page, path: string, suffix: string) => {
  await page.goto(address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${nameOf(path)}-${suffix}.png`) })
}

const signIn = async (page: Page) => {
  await page.goto(`${address}/pages/signin`)
  await page.locator('input[name=email]').fill(userOf('everything').email ?? '')
  await page.locator('input[name=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard/)
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const [width, viewport] of Object.entries(widths)) {
  for (const locale of ['en', 'es']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, locale, colorScheme, timezoneId: 'Europe/Madrid' })
      const suffix = `${width}-${locale}-${colorScheme}`
      for (const path of bare) await shoot(page, path, suffix)
      await signIn(page)
      const entries = page.locator('nav a[href]')
      if (width === 'phone') await page.getByRole('button', { name: /^men[uú]$/i }).click()
      await entries.first().waitFor()
      const paths = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      for (const path of paths) await shoot(page, path, suffix)
      await page.close()
    }
  }
}
await browser.close()
console.log(`Pictures are in ${folder}`)
