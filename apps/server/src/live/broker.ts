/** Where events go: the broker in this process, or RabbitMQ. */
export type Broker = {
  /** The desks of all servers are connected to it, and not only this server's. */
  isShared: boolean
  /** Resolves once the broker has taken the events over, in this order. */
  publish: (events: readonly { destination: string; body: string }[]) => Promise<void>
  /** What a user may listen to may have changed; without a user, everybody's. */
  accessChanged: (user?: { tenantId: number; userId: number }) => void
  close: () => Promise<void>
}
