import { describe, expect, it } from 'vitest'
import { type Draft, newDraft } from './draft.ts'
import { reduceDraft, stepsDone } from './reduce-draft.ts'
import { bookingToConfirm, bookingToCreate, bookingToRegister, nextSending } from './sending.ts'

const sol = { addressField: 'Puerta del Sol', lat: 40.4169, lon: -3.7035 }
const atocha = { addressField: 'Atocha', lat: 40.4066, lon: -3.6906 }
const ana = { idCaller: 7, name: 'Ana Ruiz', phoneNumber: '600000007', email: 'ana@example.test' }
const empty = newDraft({ key: 'a', variant: 'new-booking', kind: 'caller' })
const full: Draft = {
  ...empty,
  step: 3,
  phoneNumber: '600000007',
  customer: ana,
  origin: sol,
  destination: atocha,
  when: '8',
  start: 1_000,
  saved: { id: 9, version: 2 },
  idFleet: 29,
  phoneNumberPassenger: '600000007',
  promisedPrice: 12,
}

describe('a draft', () => {
  it.each([1, 2] as const)(
    'going back to step %i wipes id, user, fleet, status and times, and keeps what was typed (B-004)',
    (step) => {
      const booked = { ...full, idNewCaller: 70, passengerName: 'Her guest', emailPassenger: ana.email, asap: false }
      const back = reduceDraft(booked, { type: 'wentBack', step })
      expect(back).toMatchObject({
        step,
        saved: null,
        toCreate: null,
        customer: null,
        idNewCaller: null,
        idFleet: null,
        start: null,
        asap: true,
        timePreDispatch: null,
        promisedArrival: null,
        promisedPrice: null,
        isSent: false,
      })
      expect(back).toMatchObject({ origin: sol, destination: atocha, when: '8', phoneNumber: booked.phoneNumber })
      expect(back).toMatchObject({ passengerName: 'Her guest', emailPassenger: '' })
      expect(bookingToConfirm(back).booking).toMatchObject({ id: undefined, version: undefined, idFleet: null })
      expect(bookingToConfirm(back).booking.idCaller).toBeUndefined()
      const found = reduceDraft(back, { type: 'customerChosen', customer: ana })
      expect(found).toMatchObject({ customer: ana, passengerName: 'Her guest', emailPassenger: ana.email })
    },
  )

  it('takes the passenger from the customer, or the typed phone number if the customer is unknown', () => {
    const known = reduceDraft(empty, { type: 'customerChosen', customer: ana })
    expect(known).toMatchObject({
      passengerName: 'Ana Ruiz',
      phoneNumberPassenger: '600000007',
      emailPassenger: ana.email,
    })
    const unknown = reduceDraft({ ...empty, phoneNumber: '612' }, { type: 'customerChosen', customer: null })
    expect(unknown).toMatchObject({ passengerName: '', phoneNumberPassenger: '612' })
  })

  it('repeats or reverses a past ride', () => {
    const stops = '40.1,-3.1,40.2,-3.2'
    const ride = { origin: sol, destination: atocha, stops, taxiFeatures: '1,20', idFleet: 31, paymentMethod: 13 }
    expect(reduceDraft(empty, { type: 'rideRepeated', ride })).toMatchObject({
      origin: sol,
      destination: atocha,
      taxiFeatures: [1, 20],
      idFleet: 31,
      paymentMethod: 13,
    })
    expect(reduceDraft(empty, { type: 'rideReversed', ride })).toMatchObject({
      origin: atocha,
      destination: sol,
      stops: [{ lat: 40.2 }, { lat: 40.1 }],
    })
  })

  it('drops a payment method no longer offered and truncates long notes of a repeated ride', () => {
    const ride = { origin: sol, paymentMethod: 10, notes: 'x'.repeat(300) }
    const { paymentMethod, notes } = reduceDraft(empty, { type: 'rideRepeated', ride })
    expect([paymentMethod, notes.length]).toEqual([11, 256])
  })

  it('keeps a name typed while the caller was still being looked up', () => {
    const typed = { ...full, passengerName: 'Eva', emailPassenger: '' }
    expect(reduceDraft(typed, { type: 'customerChosen', customer: ana })).toMatchObject({
      passengerName: 'Eva',
      emailPassenger: ana.email,
    })
  })

  it.each([
    ['nothing', empty, {}, [false, false, false]],
    ['a customer, at step 2', { ...full, step: 2, start: null }, {}, [true, false, false]],
    ['everything', full, {}, [true, true, true]],
    ['no destination', { ...full, destination: null }, {}, [true, true, true]],
    [
      'no destination where it is mandatory',
      { ...full, destination: null },
      { mandatoryDestination: true },
      [true, false, true],
    ],
    ['half a destination', { ...full, destination: { addressField: 'Atocha' } }, {}, [true, false, true]],
    ['no fleet', { ...full, idFleet: null }, {}, [true, true, false]],
  ])('marks the right steps as done with %s', (_, draft, flags, done) => {
    const { 1: one, 2: two, 3: three } = stepsDone(draft as Draft, flags)
    expect([one, two, three]).toEqual(done)
  })

  it('moves on through three steps in order', () => {
    const second = reduceDraft(empty, { type: 'movedOn' })
    const third = reduceDraft(second, { type: 'movedOn' })
    expect([second.step, third.step, reduceDraft(third, { type: 'movedOn' }).step]).toEqual([2, 3, 3])
  })

  it('is created with Parada’s channel and the default payment method, and its notes as a message', () => {
    const { booking, messages } = bookingToCreate({
      ...full,
      notes: 'Portal B',
      stops: [sol, { addressField: 'half' }],
    })
    expect(booking).toMatchObject({
      status: 5,
      entryChannel: 20,
      paymentMethod: 11,
      idCaller: 7,
      stops: '40.4169,-3.7035',
    })
    expect(messages).toMatchObject([{ message: 'Portal B', readers: '70,80,90' }])
    expect(bookingToCreate(full)).not.toHaveProperty('messages')
  })

  it('lists its own fleet first in fleetsFiltered', () => {
    const { booking } = bookingToConfirm({ ...full, fleetsFiltered: [31, 29], breaks: { 1: 'x' } })
    expect(booking).toMatchObject({
      id: 9,
      version: 2,
      fleetsFiltered: '29,31',
      bookingBreaks: [{ id: 1, value: 'x' }],
    })
  })
})

describe('what a draft sends', () => {
  const entered = reduceDraft({ ...full, step: 2, saved: null }, { type: 'movedOn' })
  const kinds = (draft: Draft) => nextSending(draft)?.kind

  it('is the booking on entering step 3, repeated unchanged whatever is edited there', () => {
    const first = nextSending(entered)
    const changed = reduceDraft(entered, { type: 'typed', fields: { passengerName: 'Eva', paymentMethod: 13 } })
    expect(first?.kind).toBe('create')
    expect(nextSending(changed)).toEqual(first)
  })

  it('is a new booking after the operator went back', () => {
    const back = reduceDraft(entered, { type: 'wentBack', step: 2 })
    const again = reduceDraft({ ...back, start: 2_000 }, { type: 'movedOn' })
    expect(kinds(back)).toBeUndefined()
    expect(nextSending(again)?.key).not.toBe(nextSending(entered)?.key)
    const late = reduceDraft(again, { type: 'created', attempt: entered.attempt, id: 1, version: 1 })
    expect(late.saved).toBeNull()
  })

  it('is first the booking, then the new caller, the confirmation and the recurring dates, then nothing', () => {
    const unknown = { ...entered, customer: null, recurringDates: ['01-12-2026'] }
    const created = reduceDraft(unknown, { type: 'created', attempt: entered.attempt, id: 9, version: 1 })
    expect(kinds(created)).toBeUndefined()
    const sent = reduceDraft(created, { type: 'sent', promisedArrival: 5_000, promisedPrice: 13.2 })
    expect(kinds(sent)).toBe('caller')
    expect(nextSending(sent, { mayCreateCaller: false })?.kind).toBe('confirm')
    const kept = reduceDraft(sent, { type: 'callerKept', idCaller: 70 })
    expect(nextSending(kept)).toMatchObject({
      kind: 'confirm',
      body: { booking: { id: 9, idCaller: 70, promisedArrival: 5_000, promisedPrice: 13.2 } },
    })
    const confirmed = reduceDraft(kept, { type: 'confirmed', id: 9, version: 2 })
    expect(nextSending(confirmed)).toMatchObject({
      kind: 'recurring',
      body: { idCopyFrom: 9, recurringDates: ['01-12-2026'] },
    })
    expect(kinds({ ...confirmed, recurringDates: [] })).toBeUndefined()
  })

  it('cannot be changed until the server has answered', () => {
    const sent = reduceDraft(full, { type: 'sent', promisedArrival: null, promisedPrice: null })
    for (const action of [
      { type: 'typed', fields: { passengerName: 'Eva' } },
      { type: 'wentBack', step: 1 },
    ] as const)
      expect(reduceDraft(sent, action)).toBe(sent)
    const refused = reduceDraft(sent, { type: 'refused' })
    expect(reduceDraft(refused, { type: 'wentBack', step: 1 }).step).toBe(1)
  })

  it('is a single booking with fleet and price for a ride already driven', () => {
    const past: Draft = {
      ...entered,
      variant: 'historic',
      isSent: true,
      priceSupplierTotal: 12,
      emailPassenger: ' a@b.es ',
    }
    expect(nextSending({ ...past, isSent: false })).toBeUndefined()
    expect(kinds(past)).toBe('register')
    expect(bookingToRegister(past).booking).toMatchObject({
      idFleet: 29,
      priceSupplierTotal: 12,
      timeBookingStart: 1_000,
      emailPassenger: 'a@b.es',
    })
  })
})
