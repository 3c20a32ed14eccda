import { expect, it } from 'vitest'
import type { z } from 'zod'
import { Authorization, Caller } from './customer.ts'

const breaks = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`authorizationBreak${index + 1}`, 'x']))

const authorization = {
  id: 4,
  subscriberCode: '6400',
  userNumber: '12',
  status: 1,
  bookingBreakConfigs: [{ id: 1, mandatory: true, label: 'Project' }],
  user: { id: 1, firstName: 'Ana', lastName: 'Prueba' },
  bookings: [{ id: 7, status: 10 }],
  firstName: 'Ana',
  lastName: 'Prueba',
  mobileNumber: '600000001',
  phoneNumber: '910000001',
  userEmail: 'ana@norte.example',
  notificationCCEmail: 'copia@norte.example',
  superiorEmail: 'jefa@norte.example',
  authorizationAlias: 'Ana P.',
  dateCreated: 1,
  lastChange: 2,
  availableTimesLeft: 3,
  countServices: 4,
  commentsForOperator: 'a',
  commentsForDriver: 'b',
  expirationDate: 5,
  validFromDate: 6,
  ...breaks,
  authorizationType: 1,
  authorizationGroupId: 2,
  paymentMethodType: 1,
  idPaymentAccount: 5,
  idDispatchGroup: 6,
  idTravelGroup: 7,
  locale: 'es_ES',
  idUser: 1,
}

const caller = {
  id: 3,
  phoneNumber: '600000001',
  firstName: 'Ana',
  lastName: 'Prueba',
  addressBilling: 'Calle Inventada 1',
  notesClient: 'Rings twice',
  isBlacklisted: false,
  idSupplier: 87,
  authorizations: [authorization],
}

it.each<[string, z.ZodObject, object]>([
  ['a caller (P-117)', Caller, caller],
  ['an authorization', Authorization, authorization],
])('%s keeps every documented field and has no others', (_, schema, record) => {
  expect(schema.parse(record)).toEqual(record)
  expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(record).sort())
})

it.each<[string, z.ZodObject, object]>([
  ['refuses a caller whose id is given as text (P-117)', Caller, { ...caller, id: '3' }],
  [
    'refuses a caller whose authorizations are not a list (P-117)',
    Caller,
    { ...caller, authorizations: authorization },
  ],
  ['refuses an invalid authorization in a caller (P-117)', Caller, { ...caller, authorizations: [{ id: 4 }] }],
  ['refuses a subscriber code of the wrong type', Authorization, { ...authorization, subscriberCode: 6400 }],
  ['refuses an unknown status', Authorization, { ...authorization, status: 2 }],
  [
    'refuses a mandatory flag given as text',
    Authorization,
    { ...authorization, bookingBreakConfigs: [{ id: 1, mandatory: 'x' }] },
  ],
  ['refuses a linked user without an id', Authorization, { ...authorization, user: {} }],
])('%s', (_, schema, record) => expect(schema.safeParse(record).success).toBe(false))
