import type { UserDetail } from '@parada/contract/calls/users'
import type { UserRow } from '@parada/domain/user/fields'
import { type TestServer, testServer } from '../../testing/server.ts'

type RequestOptions = { method?: 'POST' | 'PUT' | 'DELETE'; body?: object; token?: string }

/** A test server, with requests sent by a user who may do everything unless another token is given. */
export const testUsers = async () => {
  const server: TestServer = await testServer()
  const everything = await server.signInAs('everything')

  const ask = <Response>(path: string, { token = everything, ...asked }: RequestOptions = {}) =>
    server.ask<Response>(`/api/users/demo/${path}`, { token, ...asked })

  const list = async (query: string, token = everything) => {
    const { status, meta, response } = await ask<{ users: UserRow[] }>(`all?${query}`, { token })
    return { status, meta, rows: response?.users ?? [] }
  }

  const read = async (id: number) => {
    const { response } = await ask<{ user: UserDetail }>(`${id}?extraParams=userVehicles`)
    if (!response) throw new Error(`There is no user ${id}`)
    return response.user
  }

  /** Sends the user as the interface does: in full, without the two lists. */
  const save = async (id: number, change: object, token = everything) => {
    const { listCards, paymentProfileBeanList, ...user } = await read(id)
    return ask<{ user: UserDetail }>(`userinfo/${id}`, { method: 'PUT', token, body: { ...user, ...change } })
  }

  return { server, everything, ask, list, read, save, stop: server.stop }
}
export type TestUsers = Awaited<ReturnType<typeof testUsers>>
