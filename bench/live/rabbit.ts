import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'amqplib'
import { startRabbit } from '../../apps/server/src/live/testing-rabbit.ts'
import { portOf } from '../../apps/server/src/start/port.ts'

const load = createRequire(import.meta.url)

/** Installs Debian's package if it is missing, as `npm test` does. */
export const { ensureRabbitMQ }: { ensureRabbitMQ: () => void } = load('../../scripts/rabbitmq.mjs')

/** The kernel counts CPU time in ticks of 10 ms. */
const tickMs = 10

/** Parent and CPU time of every process; the time of ended children is included in their parent's. */
const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // Starts at the third field, because the second is the program's name and may contain anything.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const cpuMs = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0)
        return [{ pid: Number(name), parent: Number(fields[1]), cpuMs }]
      } catch {
        return []
      }
    })

/** CPU time of all descendants of a process. */
const cpuBelow = (pid: number, all = processes()): number =>
  all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + child.cpuMs + cpuBelow(child.pid, all), 0)

/**
 * RabbitMQ as the manual sets it up. Only its own CPU time counts, not that of the publisher or of the endpoint that
 * answers its permission checks.
 */
export const rabbitSide = async (server: Server, destination: string) => {
  server.on('request', (_, response) => response.end('allow'))
  const rabbit = await startRabbit(`http://127.0.0.1:${portOf(server)}`)
  const connection = await connect(rabbit.amqpUrl)
  const channel = await connection.createConfirmChannel()
  const routingKey = destination.replace('/topic/', '')
  return {
    url: rabbit.stompUrl,
    broadcast: (text: string) =>
      channel.publish('amq.topic', routingKey, Buffer.from(text), { contentType: 'application/json' }),
    cpuMs: () => cpuBelow(process.pid),
    stop: async () => {
      await channel.waitForConfirms()
      await connection.close()
      await rabbit.stop()
    },
  }
}
