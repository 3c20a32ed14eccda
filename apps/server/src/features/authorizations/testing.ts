import type { AuthorizationRow } from '@parada/contract/customer'
import { testServer } from '../../testing/server.ts'

type RequestOptions = { method?: 'POST' | 'PUT' | 'DELETE'; body?: object; token?: string }
export type Detail = AuthorizationRow & {
  user: object | null
  bookingBreakConfigs: { id: number; mandatory: boolean }[]
}

/** A person who passes the form of the first payment account. */
export const person = {
  idPaymentAccount: 101,
  idTravelGroup: 1010,
  subscriberCode: '6101',
  userNumber: '9000',
  firstName: 'Olga',
  lastName: 'Inventada',
  mobileNumber: '+34 600 777 001',
  userEmail: 'olga@demo.example',
  authorizationBreak1: '6101-07',
  authorizationBreak2: 'Ventas',
}

/** A test server, with requests sent as an operator unless another token is given. */
export const testAuthorizations = async () => {
  const server = await testServer()
  const operator = await server.signInAs('operator')
  let next = 9_001

  const ask = <Response>(path: string, { token = operator, ...asked }: RequestOptions = {}) =>
    server.ask<Response>(`/api/authorizations/demo/${path}`, { token, ...asked })

  const list = async (query: string, token = operator) => {
    const { status, meta, response } = await ask<{ authorizations: AuthorizationRow[] }>(`all?${query}`, { token })
    return { status, meta, rows: response?.authorizations ?? [] }
  }

  const read = async (id: number) => {
    const { response } = await ask<{ authorization: Detail }>(`${id}`)
    if (!response) throw new Error(`There is no authorization ${id}`)
    return response.authorization
  }

  const create = (change: object = {}, token = operator) =>
    ask<{ authorization: AuthorizationRow }>('', {
      method: 'POST',
      token,
      body: { ...person, userNumber: String(next++), ...change },
    })

  const made = async (change: object = {}) => {
    const { response, meta } = await create(change)
    if (!response) throw new Error(meta.errorMessage)
    return response.authorization
  }

  const update = (authorization: AuthorizationRow, change: object, token = operator) => {
    const { status, dateCreated, lastChange, countServices, ...fields } = authorization
    return ask<{ authorization: AuthorizationRow }>(`${authorization.id}`, {
      method: 'PUT',
      token,
      body: { ...fields, ...change },
    })
  }

  /** Signs in a user who has exactly these permissions. */
  const withGrants = async (grants: Record<string, string>) => {
    await server.database.inTenant(1, async (tx) => {
      await tx.deleteFrom('user_permission').where('user_id', '=', 104).execute()
      await tx
        .insertInto('user_permission')
        .values(Object.entries(grants).map(([key1, value]) => ({ tenant_id: 1, user_id: 104, key1, value })))
        .execute()
    })
    return server.signInAs('supplier')
  }

  return { server, operator, ask, list, read, create, made, update, withGrants, stop: server.stop }
}
export type TestAuthorizations = Awaited<ReturnType<typeof testAuthorizations>>
