import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('the status chosen in an edit', () => {
  it.each([
    [30, [30, -40]],
    [-40, [30, -40]],
    [-20, [30, -20]],
    [10, [30, -20, -40, -60]],
    [20, [30, -20, -40, -60]],
    [-30, [30, -20, -40, -60]],
    [-10, [30, -20, -40, -60]],
  ])('for a booking at %i may be any of %j and no other', async (status, targets) => {
    for (const target of [30, -20, -40, -60, 5, 10, 20, -30, -10, 99]) {
      if (target === status) continue
      const { id } = await desk.book({ timeBookingStart: desk.now(), asap: true })
      await desk.become(id, { status })
      const answered = await desk.save(id, { status: target })
      expect([target, answered.status]).toEqual([target, targets.includes(target) ? 200 : 409])
    }
  })

  it.each([
    ['-20 (B-079)', -20, 0],
    ['-60 (B-079)', -60, 0],
    ['-40 (B-079, B-080)', -40, null],
  ])('%s clears the prices', async (_, status, toll) => {
    const { id } = await desk.book()
    await desk.become(id, {
      price_supplier_total: 20,
      price_customer_total: 22,
      toll: 2,
      toll_supplier: 2,
      toll_customer: 2,
      id_supplier_taxi: 7,
    })
    const { response } = await desk.save(id, { status }, 'everything')
    expect(response?.booking).toMatchObject({
      status,
      priceSupplierTotal: 0,
      priceCustomerTotal: 0,
      toll,
      tollSupplier: toll,
      tollCustomer: toll,
    })
    expect(response?.booking.idSupplierTaxi).toBe(status === -40 ? 0 : 7)
    expect(await desk.orders(id)).toMatchObject([{ state: 'withdrawn' }])
    expect(await desk.stored(id)).toMatchObject({ time_service_cancelled: new Date(desk.now()) })
  })

  it('-40 clears the prices again on any later edit (B-080)', async () => {
    const id = await desk.bookEnded({ status: -40, toll: 2, id_supplier_taxi: 7 })
    expect((await desk.save(id, { notes: 'Told the fleet' }, 'everything')).response?.booking).toMatchObject({
      status: -40,
      toll: null,
      priceCustomerTotal: 0,
      priceSupplierTotal: 0,
      idSupplierTaxi: 0,
    })
  })

  it.each([-20, -40])('%i with a supplier price is stored as finished with charge (B-081)', async (status) => {
    const { id } = await desk.book()
    const { response } = await desk.save(id, { status, priceSupplierTotal: 8 }, 'everything')
    expect(response?.booking).toMatchObject({
      status: 30,
      cancelledWithCharge: true,
      priceSupplierTotal: 8,
      priceSupplierType: 4,
      priceCustomerType: 4,
    })
    expect(await desk.orders(id)).toMatchObject([{ state: 'withdrawn' }])
  })

  it('30 closes the order without withdrawing it from the fleet, and validates the price', async () => {
    const { id } = await desk.book({ timeBookingStart: desk.now(), asap: true })
    const { response } = await desk.save(id, { status: 30, priceSupplierTotal: 250 }, 'everything')
    expect(response?.booking).toMatchObject({ status: 30, validated: false })
    expect(response?.booking.validatedErrors).toContain('priceTooHigh')
    expect(await desk.orders(id)).toMatchObject([{ state: 'done' }])
    expect(await desk.stored(id)).toMatchObject({ time_service_cancelled: null })
  })
})

describe('the prices of an ended booking', () => {
  it('can be changed with or without its status', async () => {
    const id = await desk.bookEnded()
    expect((await desk.save(id, { priceSupplierTotal: 30 })).response?.booking).toMatchObject({
      status: 30,
      priceSupplierTotal: 30,
    })
    expect((await desk.save(id, { status: 30, toll: 1.5 })).response?.booking).toMatchObject({
      priceSupplierTotal: 30,
      toll: 1.5,
    })
  })

  it.each(['priceSupplierTotal', 'priceCustomerTotal', 'toll', 'tollCustomer', 'tollSupplier'])(
    'must not be negative: %s',
    async (name) => {
      const id = await desk.bookEnded()
      expect((await desk.save(id, { status: 30, [name]: -0.01 }, 'everything')).meta).toMatchObject({
        code: 400,
        field: name,
        problem: 'problems.priceNegative',
      })
    },
  )

  it.each(['priceSupplierTotal', 'priceCustomerTotal'])(
    'require a reason from 301 upwards: %s (B-084)',
    async (name) => {
      const id = await desk.bookEnded()
      expect((await desk.save(id, { status: 30, [name]: 300.99 }, 'everything')).status).toBe(200)
      const high = { status: 30, [name]: 301 }
      const before = await desk.written()
      const refused = { code: 400, field: 'keyValidationReason', problem: 'problems.validationReasonRequired' }
      expect((await desk.save(id, high, 'everything')).meta).toMatchObject(refused)
      expect((await desk.save(id, { ...high, keyValidationReason: 'longRide' }, 'everything')).meta).toMatchObject(
        refused,
      )
      expect(await desk.written()).toBe(before)
      const reasons = { keyValidationReason: 'longRide', additionalReason: 'To Valencia and back' }
      expect((await desk.save(id, { ...high, ...reasons }, 'everything')).response?.booking).toMatchObject({
        ...reasons,
        [name]: 301,
      })
    },
  )

  it('are visible and editable on the customer’s side only with the permission', async () => {
    const id = await desk.bookEnded({ toll_customer: 1 })
    const hidden = { priceCustomerTotal: null, tollCustomer: null, priceCustomerMultiplier: null }
    const { response } = await desk.get(`/services/demo/${id}`)
    expect(response?.booking).toMatchObject({ priceSupplierTotal: 20, ...hidden })
    expect((await desk.put(`/services/demo/${id}`, { booking: response?.booking })).status).toBe(200)
    expect((await desk.save(id, { status: 30, priceSupplierTotal: 21, ...hidden })).response?.booking).toMatchObject(
      hidden,
    )
    expect(await desk.stored(id)).toMatchObject({
      price_supplier_total: '21.00',
      price_customer_total: '22.00',
      toll_customer: '1.00',
    })
    expect((await desk.save(id, { status: 30, priceCustomerTotal: 30 })).status).toBe(403)
    expect((await desk.save(id, { status: 30, tollCustomer: 30 })).status).toBe(403)
    expect(
      (await desk.save(id, { status: 30, priceCustomerTotal: 30 }, 'everything')).response?.booking.priceCustomerTotal,
    ).toBe(30)

    const told = JSON.stringify((await desk.get(`/services/demo/${id}/journal`)).response)
    expect(told).toContain('priceSupplierTotal')
    expect(told).not.toMatch(/priceCustomerTotal|tollCustomer/)
    expect(JSON.stringify(await desk.journal(id))).toContain('priceCustomerTotal')
  })
})

describe('ticked errors', () => {
  it('are removed, and the last one validates a finished booking at the operator’s prices (B-082, B-083)', async () => {
    const id = await desk.bookEnded({
      validated_errors: ['priceTooLow', 'specialCustomer'],
      price_supplier_type: 1,
      price_customer_type: 3,
    })
    expect((await desk.save(id, { validatedErrors: ['specialCustomer'] })).response?.booking).toMatchObject({
      validated: false,
      validatedErrors: ['specialCustomer'],
      priceSupplierType: 1,
      priceCustomerType: 3,
    })
    expect((await desk.save(id, { validatedErrors: [] })).response?.booking).toMatchObject({
      validated: true,
      validatedErrors: [],
      priceSupplierType: 4,
      priceCustomerType: 4,
    })
  })

  it('of a cancelled booking leave its price types unchanged', async () => {
    const id = await desk.bookEnded({
      status: -20,
      validated_errors: ['cancelledByUser'],
      price_supplier_type: 1,
      price_customer_type: 3,
    })
    expect((await desk.save(id, { validatedErrors: [] })).response?.booking).toMatchObject({
      validated: true,
      priceSupplierType: 1,
      priceCustomerType: 3,
    })
  })

  it('cannot add an error that the booking does not have', async () => {
    const id = await desk.bookEnded({ validated_errors: ['priceTooLow'] })
    await desk.save(id, { validatedErrors: ['priceTooLow', 'other'] })
    expect(await desk.stored(id)).toMatchObject({ validated: false, validated_errors: ['priceTooLow'] })
  })
})
