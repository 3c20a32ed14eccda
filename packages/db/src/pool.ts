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
    // A new connection has to plan every statement again, which costs more than keeping an idle one.
    idleTimeoutMillis: 300_000,
    // Statements issued together are sent together.
    pipeline: true,
  })
  // The pool replaces connections lost with their server. Without listeners such an error, on a busy or an idle
  // connection, would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  return pool
}
