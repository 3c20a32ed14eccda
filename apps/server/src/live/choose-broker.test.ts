import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { rabbitSettings } from './choose-broker.ts'

const AMQP_URL = 'amqp://parada:secret@rabbit.example'
const STOMP_URL = 'wss://live.example/ws'
const RABBITMQ_AUTH_SECRET = '0123456789abcdef'

const settingsOf = (environment: Record<string, string>) => rabbitSettings(readConfig(environment))

describe('the settings of RabbitMQ', () => {
  it('are optional, because a broker is built in', () => {
    expect(settingsOf({})).toBeUndefined()
  })

  it('are accepted together', () => {
    expect(settingsOf({ AMQP_URL, STOMP_URL, RABBITMQ_AUTH_SECRET })).toEqual({
      amqpUrl: AMQP_URL,
      secret: RABBITMQ_AUTH_SECRET,
    })
  })

  it.each([
    [{ AMQP_URL }, 'AMQP_URL is set without STOMP_URL'],
    [{ STOMP_URL }, 'STOMP_URL is set without AMQP_URL'],
    [{ AMQP_URL, STOMP_URL }, 'RabbitMQ needs RABBITMQ_AUTH_SECRET'],
    [{ AMQP_URL, STOMP_URL, RABBITMQ_AUTH_SECRET: 'short' }, 'RabbitMQ needs RABBITMQ_AUTH_SECRET'],
    [{ AMQP_URL: 'rabbit.example', STOMP_URL, RABBITMQ_AUTH_SECRET }, 'Setting AMQP_URL is wrong'],
    [{ AMQP_URL, STOMP_URL: 'https://live.example', RABBITMQ_AUTH_SECRET }, 'Setting STOMP_URL is wrong'],
  ])('are rejected: %j', (environment, line) => {
    expect(() => settingsOf(environment)).toThrow(line)
  })
})
