import { calls } from './calls/calls.ts'
import { notifications } from './calls/notifications.ts'
import { numberValidations } from './calls/number-validations.ts'
import { pois } from './calls/pois.ts'
import { self } from './calls/self.ts'
import { services } from './calls/services.ts'
import { session } from './calls/session.ts'
import { whitelabels } from './calls/whitelabels.ts'

/** Every call there is. The server must answer each; the compiler says which it does not. */
export const contract = { session, self, whitelabels, services, pois, numberValidations, calls, notifications }
export type Contract = typeof contract
