import { demoPassword } from '@parada/db/seed/demo-users'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { newDemoHome } from '../testing/demo-home.ts'
import { newHome, outcome, startProcess } from '../testing/process.ts'
import { isLoopback } from './demo-exposure.ts'

// Each case starts a server, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const [empty, filled] = [newHome(), newDemoHome()]
const settings = { PARADA_HOME: filled.home, HOST: '0.0.0.0', PORT: '0' }
afterAll(async () => {
  await empty.dispose()
  await filled.dispose()
})

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
  ['192.168.1.20', false],
  ['::ffff:10.0.0.1', false],
  ['desk.example', false],
])('tells whether only this machine can reach "%s"', (host, expected) => expect(isLoopback(host)).toBe(expected))

describe('an installation on an address that other machines can reach', () => {
  const expectRefusal = ({ code, out, err }: Awaited<ReturnType<typeof outcome>>) => {
    expect(err).toMatch(
      /^Parada did not start: HOST=0\.0\.0\.0 lets other machines sign in as demo users[^\n]+--demo[^\n]+\n$/,
    )
    expect(code).toBe(1)
    expect(out).not.toContain('Filling')
  }

  it('is not filled with the demo unless --demo is given', async () =>
    expectRefusal(await outcome('main.js', [], { ...settings, PARADA_HOME: empty.home })))

  it('starts a demo with a loud warning, and needs --demo at every start', async () => {
    const server = await startProcess(settings, ['--demo'])
    expect((await server.signIn('ana.perez@demo.example', demoPassword)).status).toBe(200)
    const { code, err } = await server.stop()
    expect(code).toBe(0)
    expect(err).toMatch(/^!{72}\n {2}WARNING: this demo listens on 0\.0\.0\.0\./)
    expectRefusal(await outcome('main.js', [], settings))

    const again = await startProcess(settings, ['--demo'])
    expect(again.said.out).not.toContain('--demo does nothing here')
    expect((await again.stop()).err).toContain('WARNING')
  })

  it('needs no --demo if it has no demo users', async () => {
    const server = await startProcess({ ...settings, PARADA_HOME: empty.home }, ['--empty'])
    expect(await server.stop()).toMatchObject({ code: 0, err: '' })
  })
})
