import { describe, expect, it } from 'vitest'
import { grantsOf } from '../access/permissions.ts'
import {
  type CaseDetails,
  caseMistakes,
  detailsOf,
  editedNames,
  endsOf,
  keptByHand,
  leadsToDashboard,
  mayMendCases,
  needsMending,
  takenFrom,
} from './case.ts'

const now = Date.UTC(2026, 10, 16, 9)
const hour = 3_600_000

const details: CaseDetails = {
  ...{ tipoExpediente: 'Avería', pais: 'España', provincia: 'Madrid', fechaServicio: now + hour, asap: false },
  ...{ coordenadaX: -3.7035, coordenadaY: 40.4169, localizacionVehiculo: 'Puerta del Sol' },
  ...{ coordenadaXDest: null, coordenadaYDest: null, direccionTraslado: '' },
  ...{ conductor: 'Eva', telefono: '600000001', notes: '', breaks: [], features: '' },
}

describe('the problems of a case', () => {
  it.each<[string, Partial<CaseDetails>, string[]]>([
    ['nothing', {}, []],
    ['no pickup', { coordenadaX: null }, ['localizacionVehiculo']],
    ['a pickup at zero', { coordenadaX: 0, coordenadaY: 0 }, ['localizacionVehiculo']],
    ['a destination without a point', { direccionTraslado: 'Atocha' }, ['direccionTraslado']],
    ['a start two hours ago', { fechaServicio: now - 2 * hour }, ['fechaServicio']],
    ['a start two hours ago, but as soon as possible', { fechaServicio: now - 2 * hour, asap: true }, []],
    ['a start in two years', { fechaServicio: now + 2 * 365 * 24 * hour }, ['fechaServicio']],
    ['no telephone', { telefono: ' ' }, ['telefono']],
  ])('are listed by field: %s', (_, change, fields) =>
    expect(caseMistakes({ ...details, ...change }, { now }).map(({ field }) => field)).toEqual(fields),
  )

  it('include a missing destination if the tenant requires one', () =>
    expect(caseMistakes(details, { now, mandatoryDestination: true })).toEqual([
      { field: 'direccionTraslado', problem: 'problems.caseDestinationUnknown' },
    ]))
})

it('shows a place without an address by its coordinates, and leaves out a destination that was not sent', () =>
  expect(endsOf({ ...details, localizacionVehiculo: ' ' })).toEqual({
    origin: { addressField: '40.41690, -3.70350', lat: 40.4169, lon: -3.7035 },
    destination: null,
  }))

describe('a manual correction', () => {
  it('includes the fields that belong together', () =>
    expect(editedNames(details, { ...details, coordenadaX: -3.7 })).toEqual([
      'coordenadaX',
      'coordenadaY',
      'localizacionVehiculo',
    ]))

  it('is not overwritten by the insurer, and is listed if the insurer sends another value', () => {
    const sent = { ...details, telefono: '600000002', conductor: 'Ana' }
    const taken = takenFrom(sent, ['telefono'])
    expect(taken).not.toHaveProperty('telefono')
    expect(taken).toMatchObject({ conductor: 'Ana' })
    expect(keptByHand({ ...details, ...taken, editedFields: ['telefono', 'notes'], sent })).toEqual(['telefono'])
  })

  it('is empty if nothing changed', () => expect(editedNames(details, detailsOf(details))).toEqual([]))
})

it.each([
  [10, true],
  [20, true],
  [-30, true],
  [30, false],
  [-40, false],
  [5, false],
  [null, false],
])('links a case to the dashboard if its booking has status %s: %s', (status, leads) =>
  expect(leadsToDashboard({ status })).toBe(leads),
)

it.each([
  ['Wrong', null, true],
  ['Wrong', 20, true],
  ['Wrong', 30, false],
  ['', null, false],
])('a case with error %j and a booking in status %s needs correction: %s', (errorMessage, status, needs) =>
  expect(needsMending({ errorMessage, status })).toBe(needs),
)

it.each([
  ['dispatchServiceByFleet', true],
  ['dispatchServiceToAnyFleet', true],
  ['viewAsistenciaService', false],
])('a case may be corrected with %s: %s', (key1, may) =>
  expect(mayMendCases(grantsOf([{ key1, value: '29' }]))).toBe(may),
)
