import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { playRegister } from '../apps/simulator/src/register.ts'
import { copyFilledTo, fillOnce } from './filled.ts'

const place = {
  ...{ lat: '40.4200000', lon: '-3.7010000', name: 'Paseo del Reloj Parado' },
  display_name: 'Paseo del Reloj Parado, Centro, Madrid, 28013, España',
}

const parsed = (body: string): unknown => (body === '' ? undefined : JSON.parse(body))
const register = playRegister({ refusesOneIn: Number.POSITIVE_INFINITY })

/**
 * Stands in for Nominatim as the address backup, which knows a single street, and for the authority's register of route
 * sheets.
 */
const backup = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://backup')
  if (pathname.startsWith('/register/')) {
    const said = register(request.method ?? '', pathname.replace('/register', ''), parsed(await text(request)))
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
    return
  }
  const isKnown = searchParams.get('q')?.toLowerCase().includes('reloj parado')
  const found = isKnown ? [place] : []
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(pathname === '/search' ? found : { error: 'Unable to geocode' }))
})
await new Promise<void>((resolve) => backup.listen(0, '127.0.0.1', resolve))
const { port } = backup.address() as AddressInfo

await fillOnce()
copyFilledTo(process.env.PARADA_HOME ?? '')

/** The product that the journeys use. It ends with this process. */
const product = spawn('node', [join(import.meta.dirname, '../apps/server/dist/main.js'), '--quiet'], {
  env: {
    ...process.env,
    NOMINATIM_URL: `http://127.0.0.1:${port}`,
    REGISTER_URL: `http://127.0.0.1:${port}/register`,
    MAP_STYLE_URL: 'off',
  },
  stdio: 'inherit',
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => product.kill(signal))
product.once('exit', (code) => process.exit(code ?? 1))
