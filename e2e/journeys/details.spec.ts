import { expect, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'

test('a detail that cannot be loaded shows the status text and leads back to its list (L-259)', async ({
  openDesk,
}) => {
  const page = await openDesk('everything', { path: '/dashboard' })
  for (const [path, list] of [
    ['/promo', '/promos'],
    ['/routeTracking', '/routeTracking'],
    ['/routeSheet', '/routeSheet'],
    ['/mobility/detail', '/mobility/dashboard'],
    ['/mobility/mobilitytoinvoice', '/mobility/mobilitytoinvoice'],
    ['/fleetVehicle', '/fleetVehicle'],
  ]) {
    await page.goto(`${path}/999999999`)
    await expectToast(page, 'Not Found')
    await expect(page).toHaveURL(new RegExp(`${list}($|\\?)`))
  }
})
