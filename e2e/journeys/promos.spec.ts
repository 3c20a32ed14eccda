import type { PromoOfUser } from '@parada/contract/calls/promos'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '../desk.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'administrator', 'demo', '/promos')
  await expect(page.getByRole('heading', { level: 1, name: 'Promos' })).toBeVisible()
})

/** An API call of the page's own user. */
const ask = <Answer>(page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(`/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', token: JSON.parse(sessionStorage.getItem('token') ?? '""') },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.json()
    },
    [path, body] as const,
  ) as Promise<{ meta: { code: number; errorMessage?: string }; response?: Answer }>

test('support finds a promo by its state, views its codes, and goes from a code back to its promo (L-130)', async ({
  page,
}) => {
  const rows = page.locator('tbody tr[data-index]')
  await expect(rows.filter({ hasText: 'Black Friday' })).toContainText('Not begun')
  await expect(rows.filter({ hasText: 'Aniversario' })).toContainText('Used up')
  await expectAccessible(page)
  await page.getByLabel('Filter by Active').fill('no')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Fin de semana')
  await page.getByLabel('Filter by Active').fill('')
  await rows.filter({ hasText: 'Tres primeros viajes' }).click()
  await expect(page).toHaveURL(/\/promo\/102$/)
  await expect(page.getByRole('region', { name: '3 codes' })).toContainText('BIENVENIDA')
  await expect(page.getByRole('region', { name: 'About this promo' })).toContainText('Taxi service finished')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show them in the list of codes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Promo codes' })).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expectAccessible(page)
  await rows.filter({ hasText: 'HOLA3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tres primeros viajes' })).toBeVisible()
})

test('a code that support redeems for a user is in the wallet at once, and on the promo’s page', async ({ page }) => {
  // Finds a user who has not redeemed this code yet.
  const find = async () => {
    for (let idUser = 100_010; idUser < 100_200; idUser++) {
      const { response } = await ask<{ promosByUserList: PromoOfUser[] }>(page, `/promo/demo/promosbyuser/${idUser}`)
      if (response && !response.promosByUserList.some(({ code }) => code === 'DISCULPA5')) return idUser
    }
    throw new Error('Everybody has it')
  }
  const idUser = await find()
  const wallet = async () => {
    const path = `/users/demo/profiles/${idUser}/walletMovements`
    const { response } = await ask<{ balance: number; movements: { amount: number; concept: string }[] }>(page, path)
    return response
  }
  const before = (await wallet())?.balance ?? 0
  const redeem = () => ask<{ promo: PromoOfUser }>(page, '/promo/demo/redeem', { idUser, code: ' disculpa5 ' })
  expect((await redeem()).response?.promo).toMatchObject({ name: 'Atención al cliente', paid: 500 })
  expect(await redeem()).toMatchObject({ meta: { code: 400, errorMessage: 'This user already has this promo.' } })
  const after = await wallet()
  expect(after?.balance).toBe(before + 500)
  expect(after?.movements[0]).toMatchObject({ amount: 500, concept: 'Atención al cliente' })
  await page.locator('tbody tr[data-index]').filter({ hasText: 'Atención al cliente' }).click()
  const last = page.getByRole('region', { name: 'Last used by' }).locator('tbody tr').first()
  await expect(last).toContainText(String(idUser))
  await expect(last).toContainText('€5.00')
})
