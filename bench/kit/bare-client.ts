import { types } from '@parada/db/pool'
import pg from 'pg'

/**
 * Connections with the server's own database role, each seeing one tenant. They have to be ended before the database
 * stops.
 */
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
