import { z } from 'zod'
import { call } from '../kit.ts'
import { fields, number, rowOf, text } from '../list.ts'
import { Password, Permission } from './session.ts'

export const taxiFeatureFields = fields({ id: number, name: text })

export const OwnFleet = z.object({
  id: z.number().int(),
  fleetName: z.string(),
  fleetLongName: z.string(),
  protocolDispatch: z.number().int(),
  timeZone: z.string(),
  lat: z.number(),
  lon: z.number(),
  status: z.number().int(),
  /** The fleet's id in its own system. */
  idExternal: z.string().nullish(),
  /** Usual time from dispatch to acceptance; omitted while unknown. */
  usualAnswerSeconds: z.number().int().optional(),
})

/** Calls about the signed-in user. */
export const self = {
  who: call({
    method: 'GET',
    path: '/users/:sd/self',
    access: 'signedIn',
    summary: 'The signed-in user',
    response: z.object({ id: z.number().int(), name: z.string(), surname: z.string() }),
  }),
  changePassword: call({
    method: 'PUT',
    path: '/users/:sd/self/password',
    access: 'signedIn',
    summary: 'Set a new password; every other session of the user ends',
    body: z.strictObject({ currentPassword: Password, password: Password }),
    code: 204,
    response: z.undefined(),
  }),
  availability: call({
    method: 'PUT',
    path: '/users/:sd/self/availability',
    access: 'signedIn',
    summary: 'Whether the user takes calls; busy lasts until the user says otherwise or the session ends',
    body: z.strictObject({ state: z.enum(['ready', 'busy']) }),
    code: 204,
    response: z.undefined(),
  }),
  permissions: call({
    method: 'GET',
    path: '/users/:sd/self/permissions',
    access: 'signedIn',
    summary: 'The permissions of the signed-in user',
    response: z.object({ permissions: z.array(Permission) }),
  }),
  fleets: call({
    method: 'GET',
    path: '/users/:sd/self/fleets',
    access: 'signedIn',
    summary: 'The fleets that any permission of the user reaches',
    response: z.object({ fleets: z.array(OwnFleet) }),
  }),
  taxiFeatures: call({
    method: 'GET',
    path: '/users/:sd/self/taxifeatures',
    access: 'signedIn',
    summary: 'The taxi features of the tenant, as a plain array',
    response: z.array(rowOf(taxiFeatureFields)),
  }),
  socketCredentials: call({
    method: 'GET',
    path: '/users/:sd/self/socket-credentials',
    access: 'signedIn',
    summary: 'Short-lived credentials for the live events of this session',
    response: z.object({
      userActiveMQCredentialsMessage: z.object({
        url: z.string(),
        user: z.string(),
        password: z.string(),
        topicPrefix: z.string(),
      }),
    }),
  }),
}
