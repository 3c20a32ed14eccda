import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { bothAt, entry, expectInMenu, idOf, rows } from '../keys.ts'
import type { Permissions } from '../person.ts'

test.slow()

const dialog = (page: Page) => page.getByRole('dialog').last()

test.describe('permission keys of users, documents, promos and notifications (P-036)', () => {
  test('viewUserByWhitelabel, viewDocumentsByWhiteLabel, viewPromo, viewTicketTitles and handleNotificationById each add their screen to the menu', ({
    page,
  }) =>
    expectInMenu(page, [
      [{ viewUserByWhitelabel: '1' }, 'Users'],
      [{ viewDocumentsByWhiteLabel: '1' }, 'Documents'],
      [{ viewPromo: 'true' }, 'Promos'],
      [{ viewTicketTitles: 'true' }, 'Ticket titles'],
      [{ handleNotificationById: 'all' }, 'Notifications'],
    ]))

  test('editUserByWhitelabel offers to save a user', async ({ context }) => {
    const id = await idOf(
      'select min(id) as id from app_user where is_customer and id_white_label = 1 and erased_at is null',
    )
    const seen = { viewUserByWhitelabel: 'all' }
    const key = { editUserByWhitelabel: 'all' }
    const { holder, other } = await bothAt(context, `/users/userDetail/${id}`, seen, key)
    await expect(holder.getByRole('button', { name: 'Save' })).toBeVisible()
    await expect(other.getByRole('region', { name: 'Person' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Save' })).toHaveCount(0)
  })

  test('editDocumentsByWhiteLabel offers to decide on a document', async ({ context }) => {
    const id = await idOf("select min(id) as id from identity_document where status = 'valid' and id_white_label = 1")
    const seen = { viewDocumentsByWhiteLabel: 'all' }
    const { holder, other } = await bothAt(context, `/documents/${id}`, seen, { editDocumentsByWhiteLabel: 'all' })
    const decide = (page: Page) => page.getByRole('button', { name: /^Rejected/ })
    await expect(decide(holder)).toBeEnabled()
    await expect(other.getByRole('heading', { level: 1 })).toContainText(String(id))
    await expect(decide(other)).toHaveCount(0)
  })

  test('editNotificationById offers to switch a notification that handleNotificationById does not name', async ({
    context,
  }) => {
    const id = await idOf('select max(id) as id from notification')
    const seen = { handleNotificationById: '1' }
    const key = { editNotificationById: String(id) }
    const { holder, other } = await bothAt(context, `/notifications?id=${id}`, seen, key)
    for (const page of [holder, other]) await rows(page).first().click()
    await expect(dialog(holder).getByRole('switch')).toBeEnabled()
    await expect(dialog(other).getByRole('switch')).toBeDisabled()
    await expect(dialog(other).getByRole('button', { name: /^Save/ })).toBeDisabled()
  })
})

test.describe('permission keys of shared vehicles and parking (P-037)', () => {
  test('viewMobilityBookingsByWhitelabel, viewMobilityToInvoiceByWhitelabel and viewParkingBookingByPA each add their screen to the menu', ({
    page,
  }) =>
    expectInMenu(page, [
      [{ viewMobilityBookingsByWhitelabel: 'all' }, 'Shared vehicles'],
      [{ viewMobilityToInvoiceByWhitelabel: 'all' }, 'Shared rides to invoice'],
      [{ viewParkingBookingByPA: 'all' }, 'Active parkings'],
    ]))

  test('viewMobilityBookingDetail opens a shared vehicle', async ({ context }) => {
    const seen = { viewMobilityBookingsByWhitelabel: 'all' }
    const key = { viewMobilityBookingDetail: 'true' }
    const { holder, other } = await bothAt(context, '/mobility/dashboard', seen, key)
    for (const page of [holder, other]) await rows(page).first().click()
    await expect(holder).toHaveURL(/\/mobility\/detail\/\d+$/)
    await expect(other).toHaveURL(/\/mobility\/dashboard/)
  })

  test('viewMTIDetailByPA opens a ride to invoice, and editMobilityToInvoiceByPA offers to save it', async ({
    context,
  }) => {
    const id = await idOf(
      'select min(id) as id from mobility_booking where status = 4 and id_payment_account is not null',
    )
    const path = `/mobility/mobilitytoinvoice/${id}`
    const seen = { viewMobilityToInvoiceByWhitelabel: 'all' }
    const opened = await bothAt(context, path, seen, { viewMTIDetailByPA: 'all' })
    await expect(opened.holder.getByRole('heading', { level: 1 })).toContainText(String(id))
    await expect(opened.other).not.toHaveURL(new RegExp(`/${id}$`))
    const all = { ...seen, viewMTIDetailByPA: 'all' }
    const edited = await bothAt(context, path, all, { editMobilityToInvoiceByPA: 'all' })
    await expect(edited.holder.getByRole('button', { name: /^Save/ })).toBeVisible()
    await expect(edited.other.getByRole('heading', { level: 1 })).toContainText(String(id))
    await expect(edited.other.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  })

  test('viewPTIDetailByPA offers to edit a parking, and finishQoob to finish one', async ({ context }) => {
    const seen = { viewParkingBookingByPA: 'all' }
    const edited = await bothAt(context, '/parkingtoinvoice?range=lastMonth', seen, { viewPTIDetailByPA: 'all' })
    for (const page of [edited.holder, edited.other]) await rows(page).first().click()
    await expect(dialog(edited.holder).getByRole('button', { name: /^Save/ })).toBeVisible()
    await expect(dialog(edited.other).getByText("You can't edit bookings of this account.")).toBeVisible()
    const finished = await bothAt(context, '/parkings/dashboard?protocol=3', seen, { finishQoob: 'true' })
    for (const page of [finished.holder, finished.other]) await rows(page).first().click()
    await expect(dialog(finished.holder).getByRole('button', { name: 'Finish booking' })).toBeVisible()
    await expect(dialog(finished.other)).toContainText('Parking')
    await expect(dialog(finished.other).getByRole('button', { name: 'Finish booking' })).toHaveCount(0)
  })
})

test.describe('permission keys of routes and assistance (P-038)', () => {
  const lessee = 'B00000018/Alquileres Inventados'

  test('viewRouteTrackingByPA, viewRouteSheetsByNifArrendatario, adminFleetVehicleByNifArrendatario and viewAsistenciaService each add their screen to the menu', ({
    page,
  }) =>
    expectInMenu(page, [
      [{ viewRouteTrackingByPA: 'all' }, 'Recorded routes'],
      [{ viewRouteSheetsByNifArrendatario: lessee }, 'Route sheets'],
      [{ adminFleetVehicleByNifArrendatario: lessee }, 'Fleet vehicles'],
      [{ viewAsistenciaService: 'true' }, 'Assistance'],
    ]))

  test('a key in a different letter case is ignored', async ({ context }) => {
    const key = { viewasistenciaservice: 'true', ViewRouteTrackingByPA: 'all' } as Permissions
    const { holder } = await bothAt(context, '/dashboard', {}, key)
    await expect(entry(holder, 'Active bookings')).toBeVisible()
    for (const name of ['Assistance', 'Recorded routes']) await expect(entry(holder, name)).toHaveCount(0)
    await holder.goto('/asistencia')
    await expect(holder).toHaveURL(/\/dashboard/)
  })

  test('each shows rows for what it names, and none for an unknown name', async ({ context }) => {
    const account = await idOf('select min(id_payment_account) as id from route_tracking')
    const { holder, other } = await bothAt(
      context,
      '/routeTracking',
      { viewRouteTrackingByPA: '999999' },
      { viewRouteTrackingByPA: String(account) },
    )
    await expect(rows(holder).first()).toBeVisible()
    await expect(other.getByText('0 results')).toBeAttached()
    for (const [path, key] of [
      ['/routeSheet', 'viewRouteSheetsByNifArrendatario'],
      ['/fleetVehicle', 'adminFleetVehicleByNifArrendatario'],
    ] as const) {
      const seen = await bothAt(context, path, { [key]: 'Z9999999Z/Nobody' }, { [key]: lessee })
      await expect(rows(seen.holder).first()).toBeVisible()
      await expect(seen.other.getByText('0 results')).toBeAttached()
    }
  })
})
