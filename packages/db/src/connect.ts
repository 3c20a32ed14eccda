import pg from 'pg'

/** Opens a dedicated connection; if it is lost, the next query fails. */
export const connect = async (connectionString: string, purpose: string) => {
  const client = new pg.Client({ connectionString, application_name: `parada ${purpose}`, keepAlive: true })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    // An abandoned sign-in would keep its socket open, here and on the server.
    void client.end().catch(() => {})
    throw error
  }
  return client
}
