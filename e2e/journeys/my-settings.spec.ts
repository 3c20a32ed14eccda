import { demoPassword } from '@parada/db/seed/demo-users'
import { expect, expectAccessible, signIn, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'

test('a user changes password, language, sound, ring and colours in one place', async ({ page }) => {
  await signIn(page, 'supplier', 'costa')
  await page.getByRole('button', { name: /^User/ }).click()
  await page.getByRole('menuitem', { name: 'My settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My settings' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'Dark', exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radio', { name: 'Soft' }).check()
  await page.getByRole('radio', { name: 'Off', exact: true }).check()
  await expect(page.getByRole('button', { name: 'Sonido Desactivado' })).toBeVisible()
  await expectAccessible(page)

  const change = async (from: string, to: string) => {
    await page.getByLabel('Current password').fill(from)
    await page.getByLabel('New password', { exact: true }).fill(to)
    await page.getByLabel('Repeat new password').fill(to)
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await change('not my password', 'another password')
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await change(demoPassword, 'another password')
  await expectToast(page, 'Password changed')
  await change('another password', demoPassword)
  await expectToast(page, 'Password changed')

  await page.getByRole('radio', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis ajustes' })).toBeVisible()
})
