import { describe, expect, it } from 'vitest'
import { readCopy } from './copy.ts'
import { ridesToRepeat } from './past-rides.ts'

const sol = { addressField: 'Puerta del Sol', lat: 40.4169, lon: -3.7035 }
const atocha = { addressField: 'Atocha', lat: 40.4066, lon: -3.6906 }

describe('a copy of an earlier booking', () => {
  it('keeps route, passenger, features and notes, but not time, fleet or state', () => {
    const copy = {
      id: 7,
      status: 30,
      idFleet: 29,
      timeBookingStart: 1,
      origin: { ...sol, additionalAddressInfo: 'Portal B' },
      destination: atocha,
      taxiFeatures: '1,20',
      notes: 'Equipaje',
      passengerName: 'Eva',
      subscriberCode: '6101',
      userNumber: '0001',
    }
    const read = readCopy(copy)
    expect(read).toMatchObject({
      origin: { addressField: 'Puerta del Sol', additionalAddressInfo: 'Portal B' },
      destination: { addressField: 'Atocha' },
      taxiFeatures: [1, 20],
      notes: 'Equipaje',
      passengerName: 'Eva',
      subscriberCode: '6101',
      userNumber: '0001',
    })
    for (const left of ['idFleet', 'start', 'saved', 'key']) expect(read).not.toHaveProperty(left)
  })

  it.each([null, 'x', 7, [], [sol]])('is not read from %j', (copy) => expect(readCopy(copy)).toBeUndefined())

  it('ignores fields of the wrong type', () => {
    const read = readCopy({
      origin: 'x',
      destination: { addressField: 3 },
      taxiFeatures: {},
      notes: [],
      passengerName: 1,
    })
    expect(read).toMatchObject({ origin: null, destination: null, taxiFeatures: [], notes: '', passengerName: '' })
  })
})

it('offers each past route once, if its origin is complete', () => {
  const rides = [
    { id: 1, origin: sol, destination: atocha },
    { id: 2, origin: { addressField: 'puerta del sol', lat: 1, lon: 1 }, destination: atocha },
    { id: 3, origin: { addressField: 'Sol' }, destination: atocha },
    { id: 4, origin: atocha, destination: null },
  ]
  expect(ridesToRepeat(rides).map(({ id }) => id)).toEqual([1, 4])
  expect(ridesToRepeat(rides, 1)).toHaveLength(1)
})
