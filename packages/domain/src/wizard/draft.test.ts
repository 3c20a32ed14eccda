import { describe, expect, it } from 'vitest'
import { bookingToConfirm, bookingToCreate, type Draft, newDraft, reduceDraft, stepsDone } from './draft.ts'

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
    'B-004 going back to step %i wipes id, fleet, status and times, and keeps what was typed',
    (step) => {
      const back = reduceDraft(full, { type: 'wentBack', step })
      expect(back).toMatchObject({
        step,
        saved: null,
        idFleet: null,
        start: null,
        timePreDispatch: null,
        promisedPrice: null,
      })
      expect(back).toMatchObject({ origin: sol, destination: atocha, when: '8', customer: ana })
      expect(bookingToConfirm(back).booking.id).toBeUndefined()
    },
  )

  it('takes the passenger from the customer, and the phone that was typed when nobody is known', () => {
    const known = reduceDraft(empty, { type: 'customerChosen', customer: ana })
    expect(known).toMatchObject({
      passengerName: 'Ana Ruiz',
      phoneNumberPassenger: '600000007',
      emailPassenger: ana.email,
    })
    const unknown = reduceDraft({ ...empty, phoneNumber: '612' }, { type: 'customerChosen', customer: null })
    expect(unknown).toMatchObject({ passengerName: '', phoneNumberPassenger: '612' })
  })

  it('repeats a past ride, and reverses it', () => {
    const ride = { origin: sol, destination: atocha, taxiFeatures: '1,20', idFleet: 31, paymentMethod: 13 }
    expect(reduceDraft(empty, { type: 'rideRepeated', ride })).toMatchObject({
      origin: sol,
      destination: atocha,
      taxiFeatures: [1, 20],
      idFleet: 31,
      paymentMethod: 13,
    })
    expect(reduceDraft(empty, { type: 'rideReversed', ride })).toMatchObject({ origin: atocha, destination: sol })
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
  ])('has done flags for %s', (_, draft, flags, done) => {
    const { 1: one, 2: two, 3: three } = stepsDone(draft as Draft, flags)
    expect([one, two, three]).toEqual(done)
  })

  it('moves on through three steps in order', () => {
    const second = reduceDraft(empty, { type: 'movedOn' })
    const third = reduceDraft(second, { type: 'movedOn' })
    expect([second.step, third.step, reduceDraft(third, { type: 'movedOn' }).step]).toEqual([2, 3, 3])
  })

  it('is created by this product with its default payment, notes going along for the fleet and the staff', () => {
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

  it('names its fleet first among those it may be handed to', () => {
    const { booking } = bookingToConfirm({ ...full, fleetsFiltered: [31, 29], breaks: { 1: 'x' } })
    expect(booking).toMatchObject({
      id: 9,
      version: 2,
      fleetsFiltered: '29,31',
      bookingBreaks: [{ id: 1, value: 'x' }],
    })
  })
})
