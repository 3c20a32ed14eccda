import { describe, expect, it } from 'vitest'
import { emptyVehicle, vehicleAsKept, vehicleProblems } from './vehicle.ts'

const vehicle = { ...emptyVehicle, numberPlateToSync: '1234 BCD', routeSheet_nifarrendatarioDefault: 'B00000000' }

describe('A vehicle', () => {
  it('needs only a plate and a lessee', () => {
    expect(Object.values(vehicleProblems(vehicle)).filter(Boolean)).toEqual([])
    expect(vehicleProblems(emptyVehicle)).toMatchObject({
      numberPlateToSync: 'problems.plateForm',
      routeSheet_nifarrendatarioDefault: 'problems.lesseeRequired',
    })
  })

  it.each([
    ['numberPlateToSync', '1234 AEI', 'problems.plateForm'],
    ['numberPlateToMatch', 'T1', 'problems.plateToMatchForm'],
    ['numberPlateToMatch', '···', 'problems.plateToMatchForm'],
    ['numberPlateToMatch', '12345', 'problems.plateToMatchForm'],
    ['routeSheet_niftitular', '12345678A', 'problems.taxIdControl'],
    ['routeSheet_nifarrendadorDefault', 'B0000000', 'problems.taxIdForm'],
    ['routeSheet_nifarrendatarioDefault', 'B00000001', 'problems.taxIdControl'],
    ['routeSheet_notificationsEmail', 'nobody', 'problems.emailInvalid'],
  ])('is refused for its %s: %s', (field, value, problem) =>
    expect(vehicleProblems({ ...vehicle, [field]: value })).toMatchObject({ [field]: problem }),
  )

  it('has a province and a municipality, or neither', () => {
    expect(vehicleProblems({ ...vehicle, routeSheet_cgprovcontratoDefault: '28' })).toMatchObject({
      routeSheet_cgmunicontratoDefault: 'problems.municipalityRequired',
    })
    expect(vehicleProblems({ ...vehicle, routeSheet_cgmunilejanoDefault: '079' })).toMatchObject({
      routeSheet_cgprovlejanoDefault: 'problems.provinceUnknown',
    })
  })

  it('is stored in one spelling, and matched by its plate unless another sign is given', () => {
    expect(vehicleAsKept({ ...vehicle, routeSheet_niftitular: '12.345.678-z' })).toMatchObject({
      numberPlateToSync: '1234BCD',
      numberPlateToMatch: '1234BCD',
      routeSheet_niftitular: '12345678Z',
    })
    expect(vehicleAsKept({ ...vehicle, numberPlateToMatch: 'vtc 0042' })).toMatchObject({
      numberPlateToMatch: 'VTC0042',
    })
  })
})
