import type { ProblemKey } from '../problem/keys.ts'
import { isEmail } from '../session.ts'
import { plateProblem, squeezedPlate } from '../spain/plate.ts'
import { squeezedTaxId, taxIdProblem } from '../spain/tax-id.ts'
import type { Vehicle } from './records.ts'

/** The fields of a vehicle that people fill in; the names of its places follow from their codes. */
export const writtenVehicleFields = [
  'numberPlateToSync',
  'numberPlateToMatch',
  'routeSheet_export',
  'routeSheet_niftitular',
  'routeSheet_nifarrendadorDefault',
  'routeSheet_nifarrendatarioDefault',
  'routeSheet_nombarrendatarioDefault',
  'routeSheet_notificationsEmail',
  'routeSheet_certificado',
  'routeSheet_cgprovcontratoDefault',
  'routeSheet_cgmunicontratoDefault',
  'routeSheet_cgprovlejanoDefault',
  'routeSheet_cgmunilejanoDefault',
] as const satisfies (keyof Vehicle)[]
export type WrittenVehicle = Pick<Vehicle, (typeof writtenVehicleFields)[number]>

export const emptyVehicle: WrittenVehicle = {
  numberPlateToSync: '',
  numberPlateToMatch: '',
  routeSheet_export: false,
  routeSheet_niftitular: '',
  routeSheet_nifarrendadorDefault: '',
  routeSheet_nifarrendatarioDefault: '',
  routeSheet_nombarrendatarioDefault: '',
  routeSheet_notificationsEmail: '',
  routeSheet_certificado: '',
  routeSheet_cgprovcontratoDefault: '',
  routeSheet_cgmunicontratoDefault: '',
  routeSheet_cgprovlejanoDefault: '',
  routeSheet_cgmunilejanoDefault: '',
}

/** The two places of a vehicle, each with the fields of its codes and names. */
export const vehiclePlaces = [
  {
    province: 'routeSheet_cgprovcontratoDefault',
    municipality: 'routeSheet_cgmunicontratoDefault',
    provinceName: 'routeSheet_nombprovcontratoDefault',
    municipalityName: 'routeSheet_nombmunicontratoDefault',
  },
  {
    province: 'routeSheet_cgprovlejanoDefault',
    municipality: 'routeSheet_cgmunilejanoDefault',
    provinceName: 'routeSheet_nombprovlejanoDefault',
    municipalityName: 'routeSheet_nombmunilejanoDefault',
  },
] as const

/**
 * Fleets may know a vehicle by a sign that is not a plate; it needs letters and digits to be found in their
 * descriptions.
 */
const sign = /^(?=.*\d)(?=.*[A-Z]).{4,10}$/
const signProblem = (typed: string): ProblemKey | undefined =>
  sign.test(squeezedPlate(typed)) ? undefined : 'problems.plateToMatchForm'

const unlessEmpty = (text: string, problem: (text: string) => ProblemKey | undefined) =>
  text.trim() === '' ? undefined : problem(text)

/**
 * Every rule that the inputs break, by input. Whether a municipality lies in its province is not checked, as that takes
 * the full list.
 */
export const vehicleProblems = (vehicle: WrittenVehicle) => {
  const found: Partial<Record<keyof WrittenVehicle, ProblemKey | undefined>> = {
    numberPlateToSync: plateProblem(vehicle.numberPlateToSync),
    numberPlateToMatch: unlessEmpty(vehicle.numberPlateToMatch, signProblem),
    routeSheet_niftitular: unlessEmpty(vehicle.routeSheet_niftitular, taxIdProblem),
    routeSheet_nifarrendadorDefault: unlessEmpty(vehicle.routeSheet_nifarrendadorDefault, taxIdProblem),
    routeSheet_nifarrendatarioDefault:
      vehicle.routeSheet_nifarrendatarioDefault.trim() === ''
        ? 'problems.lesseeRequired'
        : taxIdProblem(vehicle.routeSheet_nifarrendatarioDefault),
    routeSheet_notificationsEmail: unlessEmpty(vehicle.routeSheet_notificationsEmail, (text) =>
      isEmail(text.trim()) ? undefined : 'problems.emailInvalid',
    ),
  }
  for (const { province, municipality } of vehiclePlaces) {
    if (vehicle[province] !== '' && vehicle[municipality] === '') found[municipality] = 'problems.municipalityRequired'
    if (vehicle[province] === '' && vehicle[municipality] !== '') found[province] = 'problems.provinceUnknown'
  }
  return found
}

/** The vehicle in the spelling that is stored; fleets know it by its plate unless another sign is given. */
export const vehicleAsKept = <V extends WrittenVehicle>(vehicle: V): V => {
  const plate = squeezedPlate(vehicle.numberPlateToSync)
  return {
    ...vehicle,
    numberPlateToSync: plate,
    numberPlateToMatch: squeezedPlate(vehicle.numberPlateToMatch) || plate,
    routeSheet_niftitular: squeezedTaxId(vehicle.routeSheet_niftitular),
    routeSheet_nifarrendadorDefault: squeezedTaxId(vehicle.routeSheet_nifarrendadorDefault),
    routeSheet_nifarrendatarioDefault: squeezedTaxId(vehicle.routeSheet_nifarrendatarioDefault),
  }
}
