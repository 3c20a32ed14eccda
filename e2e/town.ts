import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@parada/db/connect'
import { reachInstallation } from '@parada/db/installation/backup'
import { reservePort } from '@parada/db/testing/port'
import { startProcess } from '../apps/server/src/testing/process.ts'
import type { SimulatorConfig } from '../apps/simulator/src/simulator-config.ts'
import { newFilledHome } from './filled.ts'

const simulator = join(import.meta.dirname, '../apps/simulator/src/main.ts')

/**
 * Keeps orders from timing out, however long a busy machine takes to open the desks, and ends the fleets' other orders:
 * driving fifty of them at sixty times real speed is more than such a machine can take.
 */
const clearFleets = async (home: string) => {
  const { ownerUrl, close } = await reachInstallation({ home, log: () => {} }, true)
  const owner = await connect(ownerUrl, 'town')
  await owner.query('update supplier_link set order_timeout_seconds = 3600')
  await owner.query("update supplier_order set state = 'done' where state in ('waiting', 'sent', 'accepted')")
  await owner.end()
  await close()
}

/** An installation of its own, where nothing disturbs other journeys. Its fleets drive only on request. */
export const openTown = async () => {
  const { home, dispose } = newFilledHome()
  const server = await startProcess({
    PARADA_HOME: home,
    SIMULATOR_URL: `http://127.0.0.1:${await reservePort()}`,
    LOG_LEVEL: 'warn',
  })
  const told: SimulatorConfig = JSON.parse(readFileSync(join(home, 'simulator.json'), 'utf8'))
  await clearFleets(home)
  let stopDriving = () => Promise.resolve()

  return {
    origin: `http://demo.localhost:${server.port}`,
    /** Reports an incoming call to the desks, as a telephone system does. */
    ring: async (phoneNumberOrigin: string) => {
      const key = told.desks.find(({ subdomain }) => subdomain === 'demo')?.telephoneKey ?? ''
      await fetch(`${server.origin}/api/calls/demo/incoming`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ phoneNumberOrigin, phoneNumberDialed: '910000001' }),
      })
    },
    /**
     * Has the simulator drive these fleets of the demo tenant, and nothing else, until the next call or the end of the
     * town.
     */
    drive: async (fleets: readonly number[], args: readonly string[]) => {
      await stopDriving()
      const folder = join(home, 'simulated')
      mkdirSync(folder, { recursive: true })
      const links = told.links.filter(({ subdomain, idFleet }) => subdomain === 'demo' && fleets.includes(idFleet))
      const desks = told.desks.filter(({ subdomain }) => subdomain === 'demo')
      writeFileSync(
        join(folder, 'simulator.json'),
        JSON.stringify({ ...told, links, desks, suppliers: [], insurers: [] }),
      )
      const child = spawn(process.execPath, [simulator, '--calls-per-minute', '0', ...args], {
        env: { ...process.env, PARADA_HOME: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: 300_000,
        killSignal: 'SIGKILL',
      })
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
      stopDriving = () => {
        child.kill('SIGTERM')
        return ended
      }
      await new Promise<void>((resolve) => child.stdout.on('data', (text) => /taken over/.test(text) && resolve()))
    },
    close: async () => {
      await stopDriving()
      await server.stop()
      await dispose()
    },
  }
}
