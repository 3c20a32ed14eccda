import pg from 'pg'

const { builtins } = pg.types
const numeric = new Set<number>([builtins.INT8, builtins.NUMERIC])
const plain = new Set<number>([builtins.DATE])

/** Ids and amounts arrive as numbers, calendar days as text: a Date would move them by the server's time zone. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && numeric.has(oid)) return Number
    if (format !== 'binary' && plain.has(oid)) return String
    return pg.types.getTypeParser(oid, format)
  },
}

export const makePool = (appUrl: string, log: (line: string) => void, max = 20) => {
  const pool = new pg.Pool({
    connectionString: appUrl,
    application_name: 'parada',
    max,
    types,
    keepAlive: true,
    // A new connection plans every statement anew, which costs more than keeping an idle one.
    idleTimeoutMillis: 300_000,
    // Statements asked for together travel together.
    pipeline: true,
  })
  // A connection lost with its server is replaced by the pool; without listeners it would end the process, at work or idle.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  return pool
}
