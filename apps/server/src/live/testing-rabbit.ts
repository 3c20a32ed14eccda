import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '@parada/db/testing/port'

/** The program itself, because Debian's wrapper in the path insists on its own user and folders. */
const program = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const patience = 60_000
const user = 'parada'

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/**
 * Ends the port mapper and the node together, and both when the tests end in any way, because that closes the input.
 */
const underWatch = 'epmd & ("$0"; kill -9 0) & cat; kill -9 0'

const manual = join(import.meta.dirname, '../../../../docs/operate.md')

/** The files given in the manual, so that they are known to work; only ports, address and password are replaced. */
const filesOfManual = async (ports: { amqp: number; webStomp: number }, authUrl: string, password: string) => {
  const text = await readFile(manual, 'utf8')
  const find = (pattern: RegExp) => {
    const found = pattern.exec(text)
    if (!found) throw new Error(`docs/operate.md has no ${pattern}`)
    return found.slice(1) as [string, string, string]
  }
  const [plugins] = find(/```erlang\n(\[rabbitmq_.*?)```/s)
  const [config] = find(/```ini\n(listeners\.tcp.*?)```/s)
  const [configure, write, read] = find(/set_permissions parada '(.*)' '(.*)' '(.*)'/)
  const own = config
    .replace(':5672', `:${ports.amqp}`)
    .replace('15674', String(ports.webStomp))
    .replaceAll('http://127.0.0.1:4300/rabbitmq/auth/SECRET', authUrl)
  const salt = randomBytes(4)
  const hash = createHash('sha256').update(salt).update(password).digest()
  const definitions = {
    vhosts: [{ name: '/' }],
    users: [{ name: user, password_hash: Buffer.concat([salt, hash]).toString('base64'), tags: '' }],
    permissions: [{ user, vhost: '/', configure, write, read }],
  }
  return { plugins, config: own, definitions: JSON.stringify(definitions) }
}

/** A RabbitMQ node for the tests, with its own ports, folder and port mapper; it ends with the tests. */
export const startRabbit = async (authUrl: string) => {
  if (!existsSync(program))
    throw new Error('These tests need RabbitMQ: run them with npm test, or apt-get install rabbitmq-server')
  const home = await mkdtemp(join(tmpdir(), 'parada-rabbitmq-'))
  const [amqp = 0, webStomp = 0, mapper = 0, distribution = 0] = await Promise.all(
    Array.from({ length: 4 }, reservePort),
  )
  const password = randomBytes(16).toString('hex')
  const config = join(home, 'rabbitmq.conf')
  const plugins = join(home, 'enabled_plugins')
  const files = await filesOfManual({ amqp, webStomp }, authUrl, password)
  const definitions = join(home, 'definitions.json')
  await writeFile(definitions, files.definitions)
  await writeFile(config, `${files.config}load_definitions = ${definitions}\n`)
  await writeFile(plugins, files.plugins)
  const env = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: home,
    ERL_EPMD_PORT: String(mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `parada-${mapper}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_CONF_ENV_FILE: join(home, 'none'),
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced'),
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_MNESIA_BASE: join(home, 'data'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
  }
  const launch = async () => {
    const node = spawn('sh', ['-c', underWatch, program], { env, cwd: home, detached: true })
    let said = ''
    for (const output of [node.stdout, node.stderr])
      output.on('data', (data) => {
        said = (said + data).slice(-4_000)
      })
    const ended = new Promise((resolve) => node.once('close', resolve))
    const kill = async () => {
      node.stdin.end()
      await ended
    }
    const deadline = Date.now() + patience
    while (!((await answers(webStomp)) && (await answers(amqp)))) {
      if (node.signalCode !== null || Date.now() > deadline) {
        await kill()
        throw new Error(`RabbitMQ did not start:\n${said}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return kill
  }
  let kill = await launch()
  return {
    amqpUrl: `amqp://${user}:${password}@127.0.0.1:${amqp}`,
    stompUrl: `ws://127.0.0.1:${webStomp}/ws`,
    kill: () => kill(),
    startAgain: async () => {
      kill = await launch()
    },
    stop: async () => {
      await kill()
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
export type Rabbit = Awaited<ReturnType<typeof startRabbit>>
