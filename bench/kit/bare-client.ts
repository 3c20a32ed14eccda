import { types } from '@parada/db/pool'
import pg from 'pg'

/** Connections as the server's own role, seeing one tenant; whoever opens them ends them before the database stops. */
export const bareClients = (appUrl: string) => {
  const clients: pg.Client[] = []
  const open = async (tenant: number) => {
    const client = new pg.Client({ connectionString: appUrl, types })
    clients.push(client)
    await client.connect()
    await client.query(`set parada.tenant = '${tenant}'`)
    return client
  }
  return { open, end: () => Promise.all(clients.map((client) => client.end())) }
}
