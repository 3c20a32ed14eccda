import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, hours, minutes, openDesk } from '../testing/desk.ts'
import { aCase, insurerLine } from './testing.ts'

let desk: Desk
let insurer: ReturnType<typeof insurerLine>
/** An insurer whose account has account fields. */
let withForm: ReturnType<typeof insurerLine>

beforeAll(async () => {
  desk = await openDesk()
  insurer = insurerLine(desk)
  withForm = insurerLine(desk, 2)
})
afterAll(() => desk.stop())

const bookings = async () => (await desk.rows<{ n: number }>('select count(*)::int as n from booking'))[0]?.n
const booked = async (change: object = {}) => {
  const told = aCase(desk.now(), change)
  const answer = await insurer.posted(told)
  if (answer.idService === null) throw new Error(answer.errorMessage)
  return { told, id: answer.id, idService: answer.idService }
}

describe('a case', () => {
  it('becomes a booking on the account of its insurer, with its account fields and features', async () => {
    const breaks = [
      { id: 1, value: 'Visita' },
      { id: 2, value: 'Taller Norte' },
    ]
    const told = aCase(desk.now(), { breaks, features: [5], notes: 'Coche rojo en el arcén' })
    const answer = await withForm.posted(told)
    expect(answer).toMatchObject({ status: 10, errorMessage: '', repeated: false })
    const booking = await desk.stored(answer.idService ?? 0)
    expect(booking).toMatchObject({
      status: 10,
      client_type: 'Asistencia',
      passenger_name: told.conductor,
      phone_number_passenger: told.telefono,
      notes: told.notes,
      taxi_features: '5',
      booking_reference: `${told.codExpediente}/1`,
      origin: { addressField: told.localizacionVehiculo, lat: told.coordenadaY, lon: told.coordenadaX },
      destination: { addressField: told.direccionTraslado },
      time_booking_start: new Date(told.fechaServicio),
    })
    expect(Number(booking.id_payment_account)).toBe(102)
    expect(booking.booking_breaks).toMatchObject(breaks)
    expect((await withForm.get(answer.id)).case).toMatchObject({ bookingBreaksUpdated: true, manuallyEdited: false })
    expect(await desk.orders(answer.idService ?? 0)).toHaveLength(1)
  })

  it('appears in the journal of its booking under the insurer’s name', async () => {
    const { idService } = await booked()
    const lines = await desk.journal(idService)
    expect(lines.map(({ action, who, idInsurer, idUser }) => [action, who, idInsurer, idUser])).toEqual([
      ['create', 'Seguros Ejemplo', 1, null],
      ['confirm', 'Seguros Ejemplo', 1, null],
    ])
  })

  it('may start as soon as possible, and shows its coordinates when it has no address', async () => {
    const { fechaServicio: _, ...told } = aCase(desk.now(), { asap: true, localizacionVehiculo: '' })
    const { idService } = await insurer.posted(told)
    expect(await desk.stored(idService ?? 0)).toMatchObject({
      asap: true,
      time_booking_start: new Date(desk.now()),
      origin: { addressField: '40.41690, -3.70350' },
    })
  })

  it('makes one booking when it is posted twice at once, and repeats the first response when it is posted again', async () => {
    const told = aCase(desk.now())
    const before = (await bookings()) ?? 0
    const both = await Promise.all([insurer.posted(told), insurer.posted(told)])
    expect(new Set(both.map(({ idService }) => idService)).size).toBe(1)
    expect(both.map(({ repeated }) => repeated).toSorted()).toEqual([false, true])
    expect(await insurer.posted({ ...told, at: told.at + 1 })).toEqual({ ...both[0], repeated: true })
    expect(await bookings()).toBe(before + 1)
  })

  it('may have the same reference as a case of another insurer', async () => {
    const told = aCase(desk.now())
    const [one, other] = [await insurer.posted(told), await withForm.posted(told)]
    expect(one.id).not.toBe(other.id)
  })

  it('changes its booking when it is posted again with changes, without making a second one', async () => {
    const { told, id, idService } = await booked()
    const before = await bookings()
    const changed = { ...told, at: told.at + 1, fechaServicio: told.fechaServicio + hours(1), telefono: '600000999' }
    expect(await insurer.posted(changed)).toMatchObject({ id, idService, errorMessage: '', repeated: false })
    expect(await bookings()).toBe(before)
    expect(await desk.stored(idService)).toMatchObject({
      phone_number_passenger: '600000999',
      time_booking_start: new Date(changed.fechaServicio),
    })
    const [line] = (await desk.journal(idService)).slice(-1)
    expect(line).toMatchObject({ who: 'Seguros Ejemplo', idInsurer: 1 })
  })

  it('changes nothing when it is older than what the insurer posted before', async () => {
    const { told, idService } = await booked()
    await insurer.posted({ ...told, at: told.at + 10, conductor: 'Nueva Persona' })
    expect(await insurer.posted({ ...told, at: told.at + 5, conductor: 'Vieja Persona' })).toMatchObject({
      repeated: true,
    })
    expect(await desk.stored(idService)).toMatchObject({ passenger_name: 'Nueva Persona' })
  })

  it('keeps a change that its booking can no longer take, and leaves the booking as it is', async () => {
    const { told, id, idService } = await booked()
    await desk.become(idService, { status: 20, status_dispatch: 2000 })
    const elsewhere = { localizacionVehiculo: 'Plaza de Cibeles, Madrid', coordenadaX: -3.6922, coordenadaY: 40.4193 }
    const answer = await insurer.posted({ ...told, at: told.at + 1, ...elsewhere })
    expect(answer).toMatchObject({ idService, errorMessage: 'A taxi is already assigned' })
    expect((await desk.stored(idService)).origin).toMatchObject({ addressField: told.localizacionVehiculo })
    expect((await insurer.get(id)).case).toMatchObject({ localizacionVehiculo: elsewhere.localizacionVehiculo })
  })

  it('is refused once its ride is over', async () => {
    const { told, idService } = await booked()
    await desk.become(idService, { status: 30 })
    const { status, meta } = await insurer.post({ ...told, at: told.at + 1, telefono: '600000998' })
    expect([status, meta.problem]).toEqual([409, 'problems.bookingEnded'])
  })

  it('cancels its booking once, with the reason, when the insurer cancels it', async () => {
    const { told, id, idService } = await booked()
    const named = { codExpediente: told.codExpediente, numServicio: '1', at: desk.now(), reason: 'Ya no hace falta' }
    const first = await insurer.send('cases/cancel', named)
    expect(first.response).toMatchObject({ id, status: -40, repeated: false })
    expect(await desk.stored(idService)).toMatchObject({
      status: -40,
      cancellation_reason_code: 'other',
      cancellation_reason_description: 'Ya no hace falta',
    })
    expect((await desk.orders(idService)).map(({ state }) => state)).toEqual(['withdrawn'])
    expect((await insurer.send('cases/cancel', named)).response).toMatchObject({ repeated: true })
    expect((await insurer.get(id)).case).toMatchObject({ isCancelled: true, cancellationReason: 'Ya no hace falta' })
    const { status, meta } = await insurer.post({ ...told, at: told.at + 1, telefono: '600000998' })
    expect([status, meta.problem]).toEqual([409, 'problems.caseCancelled'])
  })

  it('cannot be cancelled once its ride is over, and is not found for another insurer', async () => {
    const { told, idService } = await booked()
    await desk.become(idService, { status: 30 })
    const named = { codExpediente: told.codExpediente, numServicio: '1', at: desk.now(), reason: '' }
    expect((await insurer.send('cases/cancel', named)).status).toBe(409)
    expect((await withForm.send('cases/cancel', named)).status).toBe(404)
  })
})

describe('an invalid case', () => {
  const atSea = { coordenadaX: -9.87, coordenadaY: 36.21 }
  const wrong: [string, object, string, string][] = [
    ['no coordinates', { coordenadaX: null }, 'localizacionVehiculo', 'problems.casePickupUnknown'],
    ['coordinates of zero', { coordenadaX: 0, coordenadaY: 0 }, 'localizacionVehiculo', 'problems.casePickupUnknown'],
    ['a place outside every fleet’s area', atSea, 'localizacionVehiculo', 'problems.placeNotServed'],
    ['half a destination', { coordenadaYDest: null }, 'direccionTraslado', 'problems.caseDestinationUnknown'],
    ['an unknown feature', { features: [1, 987] }, 'features', 'problems.featureUnknown'],
    ['a start in the past', { fechaServicio: 1_000 }, 'fechaServicio', 'problems.caseStartImpossible'],
    ['a start in two years', { fechaServicio: 4e12 }, 'fechaServicio', 'problems.caseStartImpossible'],
    ['no telephone', { telefono: ' ' }, 'telefono', 'problems.phoneRequired'],
  ]

  it.each(wrong)(
    '(%s) is kept without a booking, and the problem names its field',
    async (_, change, field, problem) => {
      const before = await desk.written()
      const answer = await insurer.posted(aCase(desk.now(), change))
      expect(answer).toMatchObject({ idService: null, status: null, repeated: false })
      expect(answer.errorMessage).not.toBe('')
      const { case: kept } = await insurer.get(answer.id)
      expect(kept.problems).toMatchObject([{ field, problem }])
      expect(kept.errorMessage).toBe(answer.errorMessage)
      const [bookingsBefore] = (before ?? '').split(' ')
      expect((await desk.written())?.split(' ')[0]).toBe(bookingsBefore)
    },
  )

  it('reports all its problems at once', async () => {
    const { id } = await insurer.posted(aCase(desk.now(), { coordenadaX: null, telefono: '', features: [987] }))
    const { case: kept } = await insurer.get(id)
    expect(kept.problems.map(({ field }) => field)).toEqual(['localizacionVehiculo', 'telefono', 'features'])
  })

  it('is also kept when an account field is missing or unknown', async () => {
    const missing = await withForm.posted(aCase(desk.now(), { breaks: [{ id: 1, value: 'Visita' }] }))
    expect((await withForm.get(missing.id)).case.problems).toMatchObject([
      { field: 'breaks.2', problem: 'problems.breakRequired' },
    ])
    const strange = await insurer.posted(aCase(desk.now(), { breaks: [{ id: 3, value: 'Nadie pregunta' }] }))
    expect((await insurer.get(strange.id)).case.problems).toMatchObject([{ field: 'breaks.3' }])
  })

  it('is booked once the insurer posts it corrected', async () => {
    const told = aCase(desk.now(), { telefono: '' })
    const { id } = await insurer.posted(told)
    const answer = await insurer.posted({ ...told, at: told.at + 1, telefono: '600000111' })
    expect(answer).toMatchObject({ id, status: 10, errorMessage: '' })
    expect((await insurer.get(id)).case.problems).toEqual([])
  })

  it('can be cancelled before it has a booking', async () => {
    const told = aCase(desk.now(), { telefono: '' })
    const { id } = await insurer.posted(told)
    const named = { codExpediente: told.codExpediente, numServicio: '1', at: desk.now(), reason: 'Duplicado' }
    expect((await insurer.send('cases/cancel', named)).response).toMatchObject({ id, errorMessage: '' })
    expect((await insurer.get(id)).case).toMatchObject({ status: -40, cancellationReason: 'Duplicado' })
  })
})

describe('an insurer’s message', () => {
  it.each([
    ['no number', { numServicio: '' }, 'numServicio'],
    ['no code', { codExpediente: '  ' }, 'codExpediente'],
    ['a code that is not text', { codExpediente: 7 }, 'codExpediente'],
    ['neither a start nor as soon as possible', { fechaServicio: undefined }, 'fechaServicio'],
    ['coordinates beyond the earth', { coordenadaY: 91 }, 'coordenadaY'],
    ['a break that no form has', { breaks: [{ id: 10, value: 'x' }] }, 'breaks.0.id'],
    ['features in words', { features: ['silla'] }, 'features.0'],
    ['a text that is too long', { localizacionVehiculo: 'x'.repeat(301) }, 'localizacionVehiculo'],
    ['an unknown field', { idService: 4 }, 'idService'],
  ])('is refused with the name of the wrong field: %s', async (_, change, field) => {
    const { status, meta } = await insurer.post(aCase(desk.now(), change))
    expect([status, meta.field]).toEqual([400, field])
  })

  it('is accepted only with the secret of that insurer in that tenant, and with a correct clock', async () => {
    const told = aCase(desk.now())
    const refused = await Promise.all([
      insurer.post(told, { key: 'x'.repeat(43) }),
      insurer.post(told, { sd: 'costa' }),
      insurer.post(told, { at: new Date(desk.now() - minutes(6)) }),
      insurerLine(desk, 2).post(told, { key: '' }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    await desk.owner.query('update insurer set secret = null where tenant_id = 1 and id = 2')
    expect((await withForm.post(told, { key: 'x'.repeat(43) })).status).toBe(401)
    await desk.owner.query(`update insurer set secret = repeat('y', 40) where tenant_id = 1 and id = 2`)
  })
})

describe('replacing a case’s booking', () => {
  const replace = (id: number, headers: Record<string, string> = {}) =>
    desk.ask<{ service: { id: number } }>(
      'POST',
      '/services/asistencia-cancel-create',
      {
        id,
        origin: { addressField: 'Plaza de Cibeles, Madrid', lat: 40.4193, lon: -3.6922 },
        timeBookingStart: desk.now() + hours(4),
      },
      'operator',
      headers,
    )

  it('moves the case to the new booking, and undo moves it back (L-245)', async () => {
    const { id, idService } = await booked()
    const key = crypto.randomUUID()
    const { status, response } = await replace(idService, { 'undo-key': key })
    expect(status).toBe(200)
    const { case: moved } = await insurer.get(id)
    expect(moved).toMatchObject({ idService: response?.service.id, status: 10 })
    expect(await desk.stored(idService)).toMatchObject({ status: -60 })
    expect((await desk.ask('POST', '/services/demo/undo', { key })).status).toBe(200)
    expect((await insurer.get(id)).case).toMatchObject({ idService, status: 10 })
    expect(await desk.stored(idService)).toMatchObject({ status: 10 })
  })

  it('clears the problem of a change that the old booking could not take', async () => {
    const { told, id, idService } = await booked()
    await desk.become(idService, { status: 20, status_dispatch: 2000 })
    await insurer.posted({ ...told, at: told.at + 1, fechaServicio: told.fechaServicio + hours(1) })
    await replace(idService)
    expect((await insurer.get(id)).case).toMatchObject({ errorMessage: '', problems: [], status: 10 })
  })

  it('moves the case as well when the booking is handed to the next fleet', async () => {
    const { id, idService } = await booked()
    await desk.become(idService, { fleets_filtered: `${fleets.madrid},${fleets.corredor}`, id_fleet: fleets.madrid })
    const { response } = await desk.act('redispatch', { id: idService })
    expect((await insurer.get(id)).case.idService).toBe(response?.booking.id)
  })
})
