import { theHouse } from '@parada/db/queries/booking-changes'
import { vehicleJournal } from '@parada/db/queries/vehicles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendAgain } from './again.ts'
import { openRides } from './testing-rides.ts'

let rides: Awaited<ReturnType<typeof openRides>>
let plate: string

beforeAll(async () => {
  rides = await openRides()
})
afterAll(() => rides.stop())
beforeEach(async () => {
  rides.register.said.length = 0
  rides.register.moods.length = 0
  plate = (await rides.addVehicle()).numberPlateToMatch
})

const steps = () => rides.register.said.map(({ step }) => step)
const only = async (idBooking: number) => {
  const [sheet, ...others] = await rides.sheetsOf(idBooking)
  expect(others).toEqual([])
  if (!sheet) throw new Error('There is no sheet')
  return sheet
}

describe('the route sheet of a ride', () => {
  it('is created when a vehicle with route sheets is confirmed, and registered with the data of booking and vehicle', async () => {
    const { id, timeBookingStart } = await rides.addRide(plate)
    await rides.settle()
    expect(await only(id)).toMatchObject({
      ...{ status: 20, numberPlate: plate, niftitular: '12345678Z', nifarrendatario: 'B00000000' },
      ...{ cgprovcontrato: '28', cgmunicontrato: '079', cgprovinicio: '28', cgmuniinicio: '079' },
      ...{ cgprovfin: '28', cgmunifin: '065', direccionfin: 'Calle Mayor 2, Getafe', idSupplier: 29 },
      ...{ fprevistainicio: timeBookingStart, idservicio: expect.any(String), errorMessage: '' },
      ...{ dateSyncRegistration: rides.server.clock.now.getTime(), dateSyncStart: null, dateSyncCancellation: null },
    })
    expect(rides.register.said).toMatchObject([{ step: 'register', facts: { numberPlate: plate } }])
  })

  it('reports the start once the passenger is on board, and nothing at the end', async () => {
    const { id } = await rides.addRide(plate)
    await rides.settle()
    await rides.changeRide(id, { statusDispatch: 2500 })
    await rides.settle()
    await rides.changeRide(id, { status: 30, statusDispatch: 3000 })
    await rides.settle()
    expect(steps()).toEqual(['register', 'start'])
    expect(await only(id)).toMatchObject({ status: 30, dateSyncStart: expect.any(Number) })
  })

  it('is registered and started late for a ride entered after its end', async () => {
    const { id } = await rides.addRide(plate, { status: 30, statusDispatch: null })
    await rides.settle()
    expect(steps()).toEqual(['register', 'start'])
    expect(await only(id)).toMatchObject({ status: 30 })
  })

  it('is cancelled with the ride, and never created if the ride was cancelled before', async () => {
    const { id } = await rides.addRide(plate)
    await rides.settle()
    await rides.changeRide(id, { status: -40 })
    await rides.settle()
    expect(steps()).toEqual(['register', 'cancel'])
    expect(await only(id)).toMatchObject({ status: -20, dateSyncCancellation: expect.any(Number) })

    const other = await rides.addRide(plate)
    await rides.changeRide(other.id, { status: -40 })
    await rides.settle()
    expect(await rides.sheetsOf(other.id)).toEqual([])
    expect(steps()).toHaveLength(2)
  })

  it('follows the ride to another vehicle', async () => {
    const second = await rides.addVehicle()
    const { id } = await rides.addRide(plate)
    await rides.settle()
    await rides.changeRide(id, { supplierTaxiDescription: `Seat ${second.numberPlateToMatch}` })
    await rides.settle()
    expect(steps()).toEqual(['register', 'cancel', 'register'])
    expect((await rides.sheetsOf(id)).map(({ status }) => status)).toEqual([-20, 20])
  })

  it('is not created for unknown taxis, nor for a vehicle without route sheets', async () => {
    const without = await rides.addVehicle({ routeSheet_export: false })
    const one = await rides.addRide('0001 ZZZ')
    const other = await rides.addRide(without.numberPlateToMatch)
    expect(await rides.waiting()).toEqual([])
    expect([...(await rides.sheetsOf(one.id)), ...(await rides.sheetsOf(other.id))]).toEqual([])
  })

  it('waits while the action can still be undone', async () => {
    const { id } = await rides.addRide(plate, { status: 10 })
    await rides.settle()
    const hold = { key: crypto.randomUUID(), until: new Date(Date.now() + 60_000) }
    await rides.changeRide(id, { status: 20 }, hold)
    await rides.settle()
    expect(steps()).toEqual([])
  })

  it('records who did what', async () => {
    const { id } = await rides.addRide(plate)
    await rides.settle()
    const sheet = await only(id)
    const lines = await rides.inDemo(({ tx }) => vehicleJournal(tx, 1, 'sheet', sheet.id))
    expect(lines.map(({ action }) => action)).toEqual(['create', 'ask', 'register'])
    expect(new Set(lines.map(({ who }) => who))).toEqual(new Set([theHouse.who]))
  })
})

describe('a register that does not answer', () => {
  it('for twelve attempts loses nothing and is told nothing twice', async () => {
    rides.register.moods.push(...Array.from({ length: 12 }, () => 'away' as const))
    const { id } = await rides.addRide(plate)
    await rides.tryOnce()
    for (let attempt = 0; attempt < 12; attempt++) await rides.tryOnce()
    expect(await only(id)).toMatchObject({ status: 10, errorMessage: 'The register does not answer' })
    await rides.changeRide(id, { statusDispatch: 2500 })
    await rides.settle()
    expect(steps()).toEqual(['register', 'start'])
    expect(await only(id)).toMatchObject({ status: 30, errorMessage: '' })
  })

  it('after taking a message is not told again', async () => {
    rides.register.moods.push('answerLost')
    const { id } = await rides.addRide(plate)
    await rides.settle()
    rides.register.moods.push('answerLost')
    await rides.changeRide(id, { statusDispatch: 2500 })
    await rides.settle()
    expect(steps()).toEqual(['register', 'start'])
    expect(await only(id)).toMatchObject({ status: 30, idservicio: expect.any(String) })
  })

  it('is told nothing of a ride cancelled meanwhile, or only the cancellation if it knows the ride', async () => {
    rides.register.moods.push('away')
    const { id } = await rides.addRide(plate)
    await rides.tryOnce()
    await rides.tryOnce()
    await rides.changeRide(id, { status: -40 })
    await rides.settle()
    expect(steps()).toEqual([])
    expect(await only(id)).toMatchObject({ status: -20, dateSyncRegistration: null })

    rides.register.moods.push('answerLost')
    const heard = await rides.addRide(plate)
    await rides.tryOnce()
    await rides.tryOnce()
    await rides.changeRide(heard.id, { status: -40 })
    await rides.settle()
    expect(steps()).toEqual(['register', 'cancel'])
    expect(await only(heard.id)).toMatchObject({ status: -20, dateSyncCancellation: expect.any(Number) })
  })

  it('is told once, however many workers follow the ride at the same time', async () => {
    const { id } = await rides.addRide(plate)
    await rides.changeRide(id, { origin: { addressField: 'Calle Mayor 9, Madrid', lat: 40.41, lon: -3.7 } })
    const asked = await rides.waiting()
    expect(asked).toHaveLength(2)
    await Promise.all(
      [...asked, ...asked].map(({ id: at, payload }) =>
        rides.senders.routeSheets(at, payload, { tenantId: 1, attempts: 1 }),
      ),
    )
    await rides.settle()
    expect(steps()).toEqual(['register'])
    expect((await only(id)).direccioninicio).toBe('Calle Mayor 9, Madrid')
  })
})

describe('a refusal', () => {
  it('is stored on the sheet with its reason, mailed to the vehicle’s contact, and stops further messages', async () => {
    const mine = await rides.addVehicle({ routeSheet_notificationsEmail: 'hojas@flota.example' })
    rides.register.moods.push({ refuses: 'El titular no tiene autorización' })
    const { id } = await rides.addRide(mine.numberPlateToMatch)
    await rides.settle()
    await rides.changeRide(id, { statusDispatch: 2500 })
    await rides.settle()
    expect(await only(id)).toMatchObject({ status: -10, errorMessage: 'El titular no tiene autorización' })
    expect(steps()).toEqual([])
    const { rows } = await rides.owner.query(
      `select d.recipient, d.template, o.payload->>'text' as text from delivery d join outbox o on o.id = d.id_outbox
       where d.id_booking = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        recipient: 'hojas@flota.example',
        template: 'routeSheetRefused',
        text: expect.stringContaining('El titular no tiene autorización'),
      },
    ])
  })

  it('is resolved by sending again if the register has the sheet after all, without registering it twice', async () => {
    rides.register.moods.push('answerLost')
    const { id } = await rides.addRide(plate)
    for (const _ of ['the ride', 'the sheet']) await rides.tryOnce()
    const { id: idSheet } = await only(id)
    await rides.owner.query(`update outbox set done_at = now() where kind = 'register' and done_at is null`)
    await rides.owner.query('update route_sheet set status = -10, step_under_way = null where id = $1', [idSheet])
    await rides.inDemo((work) => sendAgain(work, idSheet))
    await rides.settle()
    expect(steps()).toEqual(['register'])
    expect(await only(id)).toMatchObject({ status: 20, idservicio: expect.any(String) })
  })

  it('stores its reason, printable and of limited length', async () => {
    rides.register.moods.push({ refuses: `Bad\u0000 plate ${'!'.repeat(5_000)}` })
    const { id } = await rides.addRide(plate)
    await rides.settle()
    const { status, errorMessage } = await only(id)
    expect([status, errorMessage.slice(0, 12), errorMessage.length]).toEqual([-10, 'Bad  plate !', 1_000])
  })

  it('is resolved by sending again, with the current data of booking and vehicle', async () => {
    rides.register.moods.push({ refuses: 'No such municipality' })
    const { id } = await rides.addRide(plate, {
      origin: { addressField: 'Somewhere', lat: 0, lon: 0 },
    })
    await rides.settle()
    const refused = await only(id)
    expect(refused).toMatchObject({ status: -10, cgmuniinicio: '' })
    await rides.changeRide(id, { origin: { addressField: 'Calle Mayor 1, Alcorcón', lat: 40.34, lon: -3.82 } })
    await rides.inDemo((work) => sendAgain(work, refused.id))
    await rides.settle()
    expect(await only(id)).toMatchObject({ status: 20, cgprovinicio: '28', cgmuniinicio: '007', errorMessage: '' })
    await expect(rides.inDemo((work) => sendAgain(work, refused.id))).rejects.toMatchObject({ status: 409 })
  })
})
