import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { self } from '@parada/contract/calls/self'
import { demoPassword, demoUsers } from '@parada/db/seed/demo-users'
import { cloneDatabase } from '@parada/db/testing/cluster'
import { reservePort } from '@parada/db/testing/port'
import { Client, type IMessage } from '@stomp/stompjs'
import { inject } from 'vitest'
import { newHome, startProcess } from '../../server/src/testing/process.ts'
import { userOf } from './client.ts'
import type { SimulatorConfig } from './simulator-config.ts'

const program = join(import.meta.dirname, 'main.ts')

/** Starts the server in a process of its own. It writes the simulator's configuration but starts no simulator. */
export const startHouse = async () => {
  const { home, dispose } = newHome()
  const database = await cloneDatabase(inject('paradaOwnerUrl'))
  const server = await startProcess({
    PARADA_HOME: home,
    DATABASE_URL: database.ownerUrl,
    SIMULATOR_URL: `http://127.0.0.1:${await reservePort()}`,
    LOG_LEVEL: 'silent',
  })
  const told = JSON.parse(await readFile(join(home, 'simulator.json'), 'utf8')) as SimulatorConfig
  const operator = demoUsers.find(({ kind, subdomain }) => kind === 'operator' && subdomain === 'demo')
  const account = { subdomain: 'demo', identifier: operator?.email ?? '', password: demoPassword }
  const endings: (() => unknown)[] = []

  return {
    database,
    home,
    told,
    operator: userOf(told.api, account),
    /**
     * Runs the simulator for these fleets, suppliers of other modes and insurers of the demo tenant, until the server
     * is stopped.
     */
    simulate: async (
      fleets: readonly number[],
      args: string[],
      others: readonly number[] = [],
      insuring: readonly number[] = [],
    ) => {
      const folder = join(home, 'simulated')
      await mkdir(folder, { recursive: true })
      const isOurs = ({ subdomain }: { subdomain: string }) => subdomain === 'demo'
      const links = told.links.filter((link) => isOurs(link) && fleets.includes(link.idFleet))
      const suppliers = told.suppliers.filter((one) => isOurs(one) && others.includes(one.id))
      const insurers = told.insurers.filter((one) => isOurs(one) && insuring.includes(one.id))
      const part: SimulatorConfig = { ...told, links, suppliers, insurers, desks: told.desks.filter(isOurs) }
      await writeFile(join(folder, 'simulator.json'), JSON.stringify(part))
      const child = spawn(process.execPath, [program, ...args], {
        env: { ...process.env, PARADA_HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
        // A test that fails half-way must not leave the simulator behind.
        timeout: 120_000,
        killSignal: 'SIGKILL',
      })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
      const ended = new Promise((resolve) => child.once('close', resolve))
      const stop = () => {
        child.kill('SIGTERM')
        return ended
      }
      endings.push(stop)
      return { said: () => said, stop }
    },
    /** Collects the events that an operator's desk receives on these topics. */
    listen: async (names: readonly string[]) => {
      const { userActiveMQCredentialsMessage: given } = await userOf(told.api, account).ask(self.socketCredentials)
      const heard: Record<string, unknown>[] = []
      await new Promise<void>((resolve, reject) => {
        const client = new Client({
          brokerURL: given.url,
          connectHeaders: { login: given.user, passcode: given.password },
          reconnectDelay: 0,
          onConnect: () => {
            let left = names.length
            for (const name of names) {
              client.watchForReceipt(name, () => --left === 0 && resolve())
              client.subscribe(given.topicPrefix + name, ({ body }: IMessage) => heard.push(JSON.parse(body)), {
                receipt: name,
              })
            }
          },
          onStompError: ({ headers }) => reject(new Error(headers.message)),
        })
        client.activate()
        endings.push(() => client.deactivate())
      })
      return heard
    },
    stop: async () => {
      for (const end of endings.reverse()) await end()
      await server.stop()
      await database.drop()
      await dispose()
    },
  }
}
export type House = Awaited<ReturnType<typeof startHouse>>
