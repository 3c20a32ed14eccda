import type { Channel, ChannelModel } from 'amqplib'
import type { FastifyBaseLogger } from 'fastify'

/**
 * How many channels check queues: a channel answers one request at a time, and a thousand browsers may come back
 * together.
 */
const lookers = 16

const ordinary = { durable: false, autoDelete: true, exclusive: false }

const open = async (model: ChannelModel) => {
  const channel = await model.createChannel()
  channel.on('error', () => {})
  return channel
}

/** A refusal closes its channel, so work that may be refused gets a channel of its own. */
const alone = async <T>(model: ChannelModel, work: (channel: Channel) => Promise<T>) => {
  const channel = await open(model)
  const result = await work(channel)
  await channel.close()
  return result
}

/**
 * Declares the queue again with the settings of an ordinary subscription: RabbitMQ refuses if the browser asked for any
 * others.
 */
const look = async (channel: Channel, queue: string) => {
  const { consumerCount } = await channel.assertQueue(queue, ordinary)
  if (consumerCount > 0) return true
  // The browser has left, so this has created its queue anew.
  await channel.deleteQueue(queue)
  return false
}

/** Control over the browsers' queues: RabbitMQ ends a subscription whose queue is deleted. */
export const rabbitQueues = (log: FastifyBaseLogger) => {
  let model: ChannelModel | undefined
  let looking: (Promise<Channel> | undefined)[] = []
  let turn = 0
  const toEnd = new Set<string>()
  let isEnding = false

  const lookingOn = (from: ChannelModel) => {
    const at = turn++ % lookers
    const known = looking[at]
    if (known) return known
    const all = looking
    const opening = open(from)
    all[at] = opening
    const forget = () => {
      if (all[at] === opening) all[at] = undefined
    }
    opening.then((channel) => channel.once('close', forget), forget)
    return opening
  }

  const endAll = async () => {
    for (const queue of toEnd) {
      const from = model
      if (!from) return
      try {
        await alone(from, (channel) => channel.deleteQueue(queue))
      } catch (err) {
        // A lost connection is not a refusal: the next connection tries again.
        if (model !== from) return
        log.warn({ err }, 'RabbitMQ keeps a subscription that its user may no longer have')
      }
      toEnd.delete(queue)
    }
  }

  const end = (queues: string[]) => {
    for (const queue of queues) toEnd.add(queue)
    if (isEnding) return
    isEnding = true
    void endAll().finally(() => {
      isEnding = false
      if (model && toEnd.size > 0) end([])
    })
  }

  return {
    connected: (connected: ChannelModel) => {
      model = connected
      looking = []
      end([])
    },
    disconnected: () => {
      model = undefined
      looking = []
    },
    end,
    /** Whether `end` could end the queue: an exclusive one is out of reach, a durable one would outlive its browser. */
    canEnd: async (queue: string) => {
      const from = model
      if (!from) return false
      return lookingOn(from)
        .then((channel) => look(channel, queue))
        .catch(() => alone(from, (channel) => look(channel, queue)))
        .catch(async () => {
          await alone(from, (channel) => channel.deleteQueue(queue)).catch(() => undefined)
          return false
        })
    },
  }
}
export type RabbitQueues = ReturnType<typeof rabbitQueues>
