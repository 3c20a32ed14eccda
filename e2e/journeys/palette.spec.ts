import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'

const ride = { name: 'Wenceslao Ñíguez', phone: '+34 699 884 221', reference: 'PAL-2026/9', plate: '7391 ZXK' }

/** Gives an old ride details that no other has. */
const oldRide = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { id } = await tx
        .selectFrom('booking')
        .select('id')
        .where('status', '=', 30)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('booking')
        .set({
          passenger_name: ride.name,
          phone_number_passenger: ride.phone,
          booking_reference: ride.reference,
          supplier_taxi_description: ride.plate,
        })
        .where('id', '=', id)
        .execute()
      return id
    }),
  )

test('the palette finds a booking of any time by id, reference, telephone, passenger or plate, and opens it by keyboard', async ({
  page,
}) => {
  test.slow()
  const { name, phone, reference, plate } = ride
  const id = await oldRide()
  await signIn(page, 'operator', 'demo', '/taxiFeatures')
  const box = page.getByPlaceholder('Search bookings, screens and actions')
  const chosen = page.locator('#palette-list [data-selected]')
  for (const [typed, shown] of [
    [String(id), name],
    ['pal-2026', reference],
    ['699 88 42', phone],
    ['niguez wen', name],
    ['7391zxk', plate],
  ] as const) {
    await press(page, 'Control+k', box)
    await box.fill(typed)
    await expect(chosen).toContainText(String(id))
    await expect(chosen).toContainText(shown)
    await expectAccessible(page)
    await press(page, 'Enter', page.getByRole('heading', { level: 1, name: String(id) }))
    await expect(page).toHaveURL(new RegExp(`/services/${id}$`))
    await page.goBack()
    await expect(page).toHaveURL(/taxiFeatures/)
  }
})

test('the palette finds no booking of other fleets', async ({ page }) => {
  const id = await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const found = await tx
        .selectFrom('booking')
        .select('id')
        .where('id_fleet', 'not in', [29, 31, 87, 134])
        .where('status', '=', 30)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      return found.id
    }),
  )
  await signIn(page, 'dispatcher', 'demo', '/taxiFeatures')
  const box = page.getByPlaceholder('Search bookings, screens and actions')
  await press(page, 'Control+k', box)
  await box.fill(String(id))
  await expect(page.getByText('No results')).toBeVisible()
})
