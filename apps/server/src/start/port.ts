import type { Server } from 'node:net'

/** The port that a server listens on, which the system chooses if 0 was requested. */
export const portOf = (server: Server) => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}
