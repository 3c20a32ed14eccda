import { randomUUID } from 'node:crypto'
import { theHouse } from '@parada/db/queries/booking-changes'
import { vehicles } from '@parada/db/queries/vehicles'
import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { inDemo } from '../keys.ts'
import { openFleetOf, openInsurer } from '../supplier.ts'
import { expectToast } from '../toasts.ts'

const insurer = 1
const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')

/** A case far enough ahead that its order is not sent by itself while the journey runs. */
const aCase = (change: object = {}) => ({
  codExpediente: `J-${randomUUID().slice(0, 8)}`,
  numServicio: '1',
  tipoExpediente: 'Avería',
  pais: 'España',
  provincia: 'Madrid',
  fechaServicio: Date.now() + 90 * 60_000,
  coordenadaX: -3.7035,
  coordenadaY: 40.4169,
  localizacionVehiculo: 'Puerta del Sol, Madrid',
  coordenadaXDest: -3.6906,
  coordenadaYDest: 40.4066,
  direccionTraslado: 'Estación de Atocha, Madrid',
  conductor: 'Nadia Arcén',
  telefono: '600000321',
  ...change,
})

/** A demo vehicle with route sheets, under a plate of its own. */
const addVehicle = () =>
  inDemo((tx) => {
    const plate = `${String(Date.now() % 10_000).padStart(4, '0')}JZX`
    const work = { tx, tenant: { id: 1, subdomain: 'demo' }, by: theHouse, now: new Date() }
    return vehicles.insert(work, 'create', {
      ...{ numberPlateToSync: plate, numberPlateToMatch: plate, routeSheet_export: true },
      ...{ routeSheet_niftitular: '12345678Z', routeSheet_nifarrendatarioDefault: 'B00000018' },
      ...{ routeSheet_cgprovcontratoDefault: '28', routeSheet_cgmunicontratoDefault: '079' },
    })
  })

test('a case goes from the insurer’s post to the list, the dashboard, a finished ride and its route sheet (L-204, L-205)', async ({
  openDesk,
}) => {
  const { post } = await openInsurer(insurer)
  const { numberPlateToMatch: plate } = await addVehicle()
  const told = aCase()
  const page = await openDesk('operator', { path: `/asistencia?codExpediente=${told.codExpediente}` })
  const row = rows(page).filter({ hasText: told.codExpediente })
  await expect(page.getByText('0 results')).toBeAttached()
  const { idService } = await post(told)
  // The list follows without a reload.
  await expect(row).toContainText('Searching')
  await expect(row).toContainText(told.conductor)
  await expectAccessible(page)

  const fleet = await openFleetOf(required(idService))
  await fleet.report({ type: 'accepted', idSupplierTaxi: 1207, supplierTaxiDescription: `Škoda blanco ${plate}` })
  await expect(row).toContainText('Confirmed')
  await row.click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?id=${idService}$`))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(told.conductor)

  await fleet.report({ type: 'onBoard' })
  await fleet.report({ type: 'finished', finish: Date.now(), price: 12.4 })
  await expect(rows(page)).toHaveCount(0)
  await page.goto(`/asistencia?codExpediente=${told.codExpediente}`)
  await expect(row).toContainText('Finished')
  await row.click()
  await expect(page).toHaveURL(/\/asistencia\?/)
  await page.goto(`/services/${idService}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Seguros Ejemplo (insurer)')

  const office = await openDesk('everything', { path: `/routeSheet?numberPlate=${plate}` })
  const sheet = rows(office)
  // Retried, because route sheets follow the ride with a delay.
  await expect(async () => {
    await office.reload()
    await expect(sheet).toContainText('Started', { timeout: 2_000 })
  }).toPass()
  await sheet.click()
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(office.getByRole('main')).toContainText('Puerta del Sol, Madrid')
  await expect(office.getByRole('main')).not.toContainText('Refused')
  await expectAccessible(office)
})

test('a faulty case is corrected on the screen and becomes a booking', async ({ openDesk }) => {
  const { post } = await openInsurer(insurer)
  const told = aCase({ coordenadaX: null, coordenadaY: null, localizacionVehiculo: 'Junto al kilómetro cero' })
  expect(await post(told)).toMatchObject({ idService: null })
  const page = await openDesk('operator', { path: `/asistencia?codExpediente=${told.codExpediente}` })
  const row = rows(page)
  await expect(row).toContainText('The pickup has no point on the map')
  await row.click()
  await expect(page).toHaveURL(/\/asistencia\?/)
  await row.focus()
  const dialog = page.getByRole('dialog', { name: new RegExp(told.codExpediente) })
  await press(page, 'o', dialog)
  await expect(dialog.getByRole('region', { name: 'What the insurer sent' })).toContainText('not on the map')
  await expectAccessible(page)
  const pickup = dialog.getByRole('combobox', { name: 'Pickup' })
  await pickup.fill('Puerta del Sol')
  await page
    .getByRole('option', { name: /Puerta del Sol/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: /Create booking/ }).click()
  await expectToast(page, 'Booking created')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Searching')

  // A correction stays, whatever the insurer sends later.
  await post({ ...told, conductor: 'Nadia Segunda' })
  await expect(row).toContainText('Nadia Segunda')
  await expect(row).toContainText('Puerta del Sol')
})

test('a user without viewAsistenciaService is redirected (P-073)', async ({ page }) => {
  await signIn(page, 'newcomer', 'demo', '/asistencia')
  await expect(page).toHaveURL(/\/dashboard/)
  await expectToast(page, "You don't have permission for this")
})
