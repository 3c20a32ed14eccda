import { type Browser, chromium, type Page } from '@playwright/test'
import { everything } from './product.ts'

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--headless=new', '--disable-background-networking']

export const withBrowser = async <T>(run: (browser: Browser) => Promise<T>, args: string[] = []) => {
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, ...args] })
  return run(browser).finally(() => browser.close())
}

/** Signs in by typing, and waits for the frame. */
export const signIn = async (page: Page, origin: string) => {
  const { email, password } = everything('demo')
  await page.goto(`${origin}/pages/signin`)
  await page.getByRole('textbox', { name: /e-?mail|correo/i }).fill(email)
  await page.getByLabel(/^password$|^contraseña$/i).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor({ state: 'attached' })
}
