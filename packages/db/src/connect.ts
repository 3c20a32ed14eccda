import pg from 'pg'

/** One connection of its own; when it is lost, the next query says so. */
export const connect = async (connectionString: string, purpose: string) => {
  const client = new pg.Client({ connectionString, application_name: `parada ${purpose}`, keepAlive: true })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    // A sign-in given up half-way would hold its socket open, and the server's side of it.
    void client.end().catch(() => {})
    throw error
  }
  return client
}
