import { describe, expect, it } from 'vitest'
import { filterPolicyProblem, missingProperty, requiredFor } from './required.ts'

const created = {
  status: 5,
  entryChannel: 20,
  paymentMethod: 11,
  timeBookingStart: 1_790_000_000_000,
  asap: false,
  origin: { addressField: 'Calle Inventada 1' },
}
const confirmed = { ...created, id: 1, fleet: 'Taxis del Norte', phoneNumberPassenger: '600000000' }

describe('creation', () => {
  const names = requiredFor('create', {})

  it('is allowed with all required properties (B-017)', () => expect(missingProperty(created, names)).toBeUndefined())

  it.each(['status', 'entryChannel', 'paymentMethod', 'timeBookingStart', 'asap', 'origin'] as const)(
    'reports %s as missing when it is absent, undefined or null (P-129, B-017)',
    (name) => {
      const { [name]: _, ...without } = created
      for (const booking of [without, { ...created, [name]: undefined }, { ...created, [name]: null }])
        expect(missingProperty(booking, names)).toBe(name)
    },
  )

  it.each([
    ['needs a destination when it is mandatory (B-017)', true, 'destination'],
    ['needs no destination when it is not mandatory (B-017)', false, undefined],
    ['needs no destination without the flag (B-017)', undefined, undefined],
  ])('%s', (_, mandatoryDestination, missing) =>
    expect(missingProperty(created, requiredFor('create', { mandatoryDestination }))).toBe(missing),
  )
})

describe('confirmation', () => {
  it('is allowed with all required properties (B-018)', () =>
    expect(missingProperty(confirmed, requiredFor('confirm', {}))).toBeUndefined())

  it.each([
    'status',
    'entryChannel',
    'paymentMethod',
    'timeBookingStart',
    'asap',
    'origin',
    'phoneNumberPassenger',
    'fleet',
    'id',
  ])('needs %s (B-018)', (name) =>
    expect(missingProperty({ ...confirmed, [name]: null }, requiredFor('confirm', {}))).toBe(name),
  )

  it('needs a destination when it is mandatory (B-018)', () =>
    expect(missingProperty(confirmed, requiredFor('confirm', { mandatoryDestination: true }))).toBe('destination'))
})

it('a blank telephone number counts as missing, but false and zero do not', () => {
  expect(missingProperty({ phone: '  ' }, ['phone'])).toBe('phone')
  expect(missingProperty({ asap: false, idPoi: 0 }, ['asap', 'idPoi'])).toBeUndefined()
})

it('reports only the first missing property', () =>
  expect(missingProperty({ b: 1 } as Partial<Record<'a' | 'b' | 'c', number>>, ['a', 'b', 'c'])).toBe('a'))

it.each([
  [false, undefined, undefined],
  [true, 'TAXI', undefined],
  [true, 'VTC_TAXI', undefined],
  [true, undefined, 'problems.filterPolicyRequired'],
  [true, '', 'problems.filterPolicyRequired'],
  [true, 'BUS', 'problems.filterPolicyRequired'],
])('with the filter policy switch %s, policy %s gives %s', (isOn, policy, problem) =>
  expect(filterPolicyProblem(isOn, policy)).toBe(problem),
)
