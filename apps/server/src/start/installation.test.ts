import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword } from '@parada/db/seed/demo-users'
import { createDatabase } from '@parada/db/testing/cluster'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { newHome, outcome, type RunningServer, startProcess } from '../testing/process.ts'

// Each case starts several servers, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ana = 'ana.perez@demo.example'

const { home, dispose } = newHome()
const settings = { PARADA_HOME: home }
const running = new Set<RunningServer>()

const start = async (given = settings, args: string[] = []) => {
  const started = await startProcess(given, args)
  running.add(started)
  return started
}
const stop = async (started: RunningServer) => {
  running.delete(started)
  expect(await started.stop()).toMatchObject({ code: 0, err: '' })
}

afterAll(async () => {
  for (const started of running) await started.stop()
  await dispose()
})

const admin = async (...line: string[]) => {
  const { code, out, err } = await outcome('admin.js', line, settings)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
}
const passwordIn = (text: string) => /^Password: (\S+)$/m.exec(text)?.[1] ?? ''

describe('an installation without the demo', () => {
  it('has no tenants or demo users, and later starts add none', async () => {
    for (const args of [['--empty'], [], ['--demo']]) {
      const server = await start(settings, args)
      expect(server.said.out).toContain('No demo here')
      expect(server.said.out.includes('--demo does nothing here: this database was started before')).toBe(
        args[0] === '--demo',
      )
      expect(server.said.out).not.toContain(demoPassword)
      expect((await server.signIn(ana, demoPassword)).status).toBe(404)
      await stop(server)
    }
    expect(await admin('tenant', 'list')).toMatch(/^No tenant yet/)
  })

  it('can be set up by admin commands alone, with or without the server running', async () => {
    const fleets = join(home, 'fleets.json')
    const entry = { idExternal: 'SOL-1', fleetName: 'Taxi Sol', lat: 40.4, lon: -3.7 }
    writeFileSync(fleets, JSON.stringify([entry]))
    const ofAna = ['--email', 'ana@sol.example', '--first', 'Ana', '--last', 'Luz', 'viewServiceByFleet=all']
    const ofBea = ['--mobile', '34;600111222', '--first', 'Bea', '--last', 'Mar']

    const server = await start()
    await admin('tenant', 'create', 'sol', '--name', 'Taxis Sol')
    await admin('fleet', 'import', 'sol', fleets)
    const password = passwordIn(await admin('user', 'create', 'sol', ...ofAna))
    const { response } = await server.signIn('ana@sol.example', password, 'sol')
    const own = await fetch(`${server.origin}/api/users/sol/self/fleets`, { headers: { token: response?.token ?? '' } })
    expect(await own.json()).toMatchObject({ response: { fleets: [{ fleetName: 'Taxi Sol' }] } })
    await stop(server)

    const another = passwordIn(await admin('user', 'create', 'sol', ...ofBea))
    const next = await start()
    expect((await next.signIn('34;600111222', another, 'sol')).status).toBe(200)
    await stop(next)
  })

  it('reports a failed admin command in one line', async () => {
    const { code, out, err } = await outcome('admin.js', ['user', 'disable', 'sol', 'nobody@sol.example'], settings)
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'sol has no user nobody@sol.example\n' })
  })

  it('starts from scratch with --reset, with or without the demo', async () => {
    const server = await start(settings, ['--reset'])
    expect((await server.signIn('34;600111222', 'agua-clara', 'sol')).status).toBe(404)
    const token = (await server.signIn(ana, demoPassword)).response?.token ?? ''
    await stop(server)
    const again = await start(settings, ['--reset', '--empty'])
    expect(await again.isSignedIn(token)).toBe(false)
    expect((await again.signIn(ana, demoPassword)).status).toBe(404)
    await stop(again)
  })
})

describe('an installation set up by admin commands before its first start', () => {
  it('does not get the demo', async () => {
    const prepared = newHome()
    const own = { PARADA_HOME: prepared.home }
    try {
      expect((await outcome('admin.js', ['tenant', 'create', 'sol', '--name', 'Sol'], own)).err).toBe('')
      const server = await start(own)
      expect(server.said.out).toContain('No demo here')
      await stop(server)
    } finally {
      await prepared.dispose()
    }
  })
})

describe('a database server', () => {
  const onServer = async (run: (given: typeof settings & { DATABASE_URL: string }) => Promise<void>) => {
    const { ownerUrl, drop } = await createDatabase(inject('paradaOwnerUrl'))
    try {
      await run({ ...settings, DATABASE_URL: ownerUrl })
    } finally {
      await drop()
    }
  }

  it('is migrated and served, without demo users by default', () =>
    onServer(async (given) => {
      const server = await start(given)
      expect(server.said.out).toContain('No demo here')
      expect((await outcome('admin.js', ['tenant', 'create', 'sol', '--name', 'Sol'], given)).code).toBe(0)
      const made = await outcome(
        'admin.js',
        ['user', 'create', 'sol', '--email', 'a@sol.example', '--first', 'A', '--last', 'B'],
        given,
      )
      expect((await server.signIn('a@sol.example', passwordIn(made.out), 'sol')).status).toBe(200)
      await stop(server)
    }))

  it('serves two nodes that start at the same time on a new database', () =>
    onServer(async (given) => {
      const nodes = await Promise.all([start(given, ['--demo']), start(given, ['--demo'])])
      const tokens = await Promise.all(
        nodes.map(async (node) => (await node.signIn(ana, demoPassword)).response?.token ?? ''),
      )
      expect(await Promise.all(nodes.map((node, at) => node.isSignedIn(tokens[1 - at] ?? '')))).toEqual([true, true])
      for (const node of nodes) await stop(node)
    }))
})
