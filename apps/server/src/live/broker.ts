/** Where events go: the broker in this process, or RabbitMQ. */
export type Broker = {
  /** Whether the desks of all servers are connected to it, and not only those of this server. */
  isShared: boolean
  /** Resolves once the broker has accepted the events, in this order. */
  publish: (events: readonly { destination: string; body: string }[]) => Promise<void>
  /** Called when what a user may listen to may have changed; without a user, for everybody. */
  accessChanged: (user?: { tenantId: number; userId: number }) => void
  close: () => Promise<void>
}
