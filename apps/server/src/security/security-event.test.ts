import { randomUUID } from 'node:crypto'
import { hashOfKey } from '@parada/db/keys'
import { createPasswordReset } from '@parada/db/queries/password-resets'
import { type sendSecurityEvent, tidySecurityEvents, writeSecurityEvent } from '@parada/db/queries/security-events'
import { demoPassword } from '@parada/db/seed/demo-users'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../admin/commands.ts'
import { basic, wireHash } from '../passwords.ts'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await testServer()
  owner = new pg.Client(server.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

beforeEach(async () => {
  await owner.query('delete from security_event')
  await owner.query('delete from sign_in_failure')
  server.logged.length = 0
})

type EventRow = {
  tenant_id: number
  kind: string
  outcome: string
  id_staff: number | null
  who: string
  ip_address: string
  id_user: number | null
  detail: string
  times: number
  request_id: string
}

const kept = async (tenant = 1) => {
  const { rows } = await owner.query<EventRow>('select * from security_event where tenant_id = $1 order by id', [
    tenant,
  ])
  return rows
}
const seen = async (tenant?: number) =>
  (await kept(tenant)).map(({ kind, outcome, who }) => `${kind} ${outcome} ${who}`)

/** The log lines of security events. */
const lines = () =>
  server.logged.map((line) => JSON.parse(line)).filter(({ security, msg }) => security && msg === 'Security event')

const signIn = (identifier: string, password = demoPassword, ip = '198.51.100.7') =>
  server.ask<{ token: string }>('/api/authenticate/demo/', {
    method: 'POST',
    headers: { authorization: basic(identifier, password) },
    ip,
  })

const ana = 'ana.perez@demo.example'
const idOf = async (email: string) =>
  Number((await owner.query('select id from app_user where user_email = $1', [email])).rows[0].id)

/** While this runs, no security event can be stored. */
const whileBroken = async (work: () => Promise<void>) => {
  await owner.query('alter table security_event add constraint broken check (false) not valid')
  await work().finally(() => owner.query('alter table security_event drop constraint broken'))
}

describe('signing in', () => {
  it('records successful, failed and blocked attempts and sign-outs, with address and request', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await signIn(ana, 'wrong')
    await owner.query('delete from sign_in_failure')
    const { response } = await signIn(ana)
    await server.ask('/api/authenticate/demo/logout', { method: 'POST', token: response?.token ?? '' })
    const events = await kept()
    expect(events).toMatchObject([
      { kind: 'signIn', outcome: 'failed', who: 'Ana Pérez', ip_address: '198.51.100.7', times: 4 },
      { kind: 'signIn', outcome: 'blocked', who: 'Ana Pérez', times: 1 },
      { kind: 'signIn', outcome: 'done', who: 'Ana Pérez', times: 1 },
      { kind: 'signOut', outcome: 'done', who: 'Ana Pérez' },
    ])
    const id = await idOf(ana)
    for (const { id_staff } of events) expect(Number(id_staff)).toBe(id)
    expect(lines()).toHaveLength(7)
    expect(lines().at(-2)).toMatchObject({
      tenant: 'demo',
      reqId: events[2]?.request_id,
      security: { kind: 'signIn', outcome: 'done', who: 'Ana Pérez', idStaff: id, ipAddress: '198.51.100.7' },
    })
  })

  it('masks unknown identifiers, in the database and in the log', async () => {
    for (const typed of ['maria.soto@secret.example', '34;612345678', 'my password']) await signIn(typed, 'wrong')
    expect(await seen()).toEqual(['signIn failed m…@s…', 'signIn failed +34 …78', 'signIn failed …'])
    expect(server.logged.join('')).not.toMatch(/soto|secret|612345678|my password/)
  })

  it('still works when the event cannot be stored, and logs the failure', () =>
    whileBroken(async () => {
      expect((await signIn(ana)).status).toBe(200)
      expect((await signIn(ana, 'wrong')).status).toBe(401)
      expect(server.logged.filter((line) => line.includes('A security event was not kept'))).toHaveLength(2)
    }))
})

describe('a password', () => {
  const change = (token: string, currentPassword: string, password: string) =>
    server.ask('/api/users/demo/self/password', {
      method: 'PUT',
      token,
      body: { currentPassword: wireHash(currentPassword), password: wireHash(password) },
    })

  it('change is recorded, and so is a wrong current password', async () => {
    const token = await server.signInAs('supplier')
    expect((await change(token, 'wrong', 'a fine new word')).status).toBe(400)
    expect((await change(token, demoPassword, 'a fine new word')).status).toBe(200)
    expect(await seen()).toEqual(['passwordChange failed Diego Ramos', 'passwordChange done Diego Ramos'])
  })

  it('is not changed when the event cannot be stored', async () => {
    const token = await server.signInAs('business')
    await whileBroken(async () => {
      expect((await change(token, demoPassword, 'a fine new word')).status).toBe(500)
    })
    expect((await signIn('carmen.vidal@demo.example')).status).toBe(200)
    expect(lines().filter(({ security }) => security.kind === 'passwordChange')).toEqual([])
  })

  it('link is recorded when it is requested, used or made up', async () => {
    const id = await idOf('gloria.nieto@demo.example')
    const later = new Date(server.clock.now.getTime() + 60_000)
    await server.database.inTenant(1, (tx) => createPasswordReset(tx, 1, id, hashOfKey('a link'), later))
    const post = (path: string, body: object) =>
      server.ask(path, { method: 'POST', body, headers: { host: 'localhost' } })
    await post('/api/users/demo/resend-password', { email: 'gloria.nieto@demo.example' })
    await post('/api/users/demo/reset-password', { token: 'made up', password: wireHash('a fine new word') })
    await post('/api/users/demo/reset-password', { token: 'a link', password: wireHash('a fine new word') })
    expect(await seen()).toEqual([
      'passwordLink done g…@d…',
      'passwordReset failed ',
      'passwordReset done Gloria Nieto',
    ])
    expect(server.logged.join('')).not.toMatch(/a link|made up|gloria\.nieto/)
  })
})

describe('denied access', () => {
  it('to a call is recorded once a minute, with a count', async () => {
    const token = await server.signInAs('newcomer', 'costa')
    for (let times = 0; times < 3; times++)
      expect((await server.ask('/api/users/costa/all?firstName=Secreto', { token })).status).toBe(403)
    expect(await kept(2)).toMatchObject([
      { kind: 'access', outcome: 'denied', who: 'Greta Roca', detail: 'GET /api/users/:sd/all', times: 3 },
    ])
    expect(server.logged.join('')).not.toContain('Secreto')
  })

  it('by a session of another tenant is recorded for both tenants, with the name only for its own', async () => {
    const token = await server.signInAs('everything', 'costa')
    await owner.query('delete from security_event')
    expect((await server.ask('/api/users/demo/self', { token })).status).toBe(401)
    expect([await seen(1), await seen(2)]).toEqual([['access denied '], ['access denied Fermín Prats']])
  })

  const signature = {
    'parada-fleet': '1',
    'parada-insurer': '1',
    'parada-timestamp': '1',
    'parada-signature': 'made-up',
  }
  const unavailable = { type: 'unavailable', id: randomUUID(), at: Date.now(), minutes: 0 }
  const numbers = { phoneNumberOrigin: '600000001', phoneNumberDialed: '910000001' }
  it.each([
    ['suppliers/demo/reports', signature, unavailable, 'POST /api/suppliers/:sd/reports: Wrong signature'],
    [
      'suppliers/demo/cases/cancel',
      signature,
      { codExpediente: 'A', numServicio: 'B', at: Date.now() },
      'POST /api/suppliers/:sd/cases/cancel: Wrong signature',
    ],
    ['calls/demo/incoming', { 'x-api-key': 'made-up' }, numbers, 'POST /api/calls/:sd/incoming: Unknown key'],
    ['calls/demo/incoming', { authorization: 'Bearer made-up' }, numbers, 'POST /api/calls/:sd/incoming: Unknown key'],
  ])('of another system to %s is recorded with the reason', async (path, headers, body, detail) => {
    expect((await server.ask(`/api/${path}`, { method: 'POST', headers, body })).status).toBe(401)
    expect(await kept()).toMatchObject([{ kind: 'access', outcome: 'denied', who: '', detail, times: 1 }])
    expect(lines()).toMatchObject([{ security: { kind: 'access', outcome: 'denied', detail }, tenant: 'demo' }])
    expect(server.logged.join('')).not.toContain('made-up')
  })

  it('with an unknown token is not recorded', async () => {
    expect((await server.ask('/api/users/demo/self', { token: 'made-up' })).status).toBe(401)
    expect(await kept()).toEqual([])
  })

  it('stays denied when the event cannot be stored', () =>
    whileBroken(async () => {
      const token = await server.signInAs('newcomer', 'costa')
      expect((await server.ask('/api/users/costa/all', { token })).status).toBe(403)
    }))
})

describe('exporting and erasing data', () => {
  const customer = async () =>
    Number(
      (
        await owner.query(`select id from app_user u where tenant_id = 1 and is_customer and erased_at is null
          and id_white_label = 1
          and not exists (select from booking b where b.tenant_id = 1 and b.id_user = u.id) order by id limit 1`)
      ).rows[0].id,
    )

  it('records an exported list by its name', async () => {
    const token = await server.signInAs('administrator')
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/api/users/demo/all/export/csv',
      headers: { token },
      payload: { columns: ['id'] },
    })
    expect(statusCode).toBe(200)
    expect((await kept()).at(-1)).toMatchObject({ kind: 'export', who: 'Elena Soto', detail: 'Usuarios (csv)' })
  })

  it('records exported and erased personal data by the id alone', async () => {
    const token = await server.signInAs('administrator')
    const id = await customer()
    const url = `/api/users/demo/${id}/personalData`
    expect((await server.app.inject({ method: 'POST', url, headers: { token } })).statusCode).toBe(200)
    expect((await server.ask(url, { method: 'DELETE', token, body: { confirmedId: id } })).status).toBe(200)
    expect(await kept()).toMatchObject([
      { kind: 'personalData', who: 'Elena Soto', id_user: String(id), detail: '' },
      { kind: 'erasure', who: 'Elena Soto', id_user: String(id), detail: '' },
    ])
  })

  it('erases nothing when the event cannot be stored', async () => {
    const token = await server.signInAs('administrator')
    const id = await customer()
    await whileBroken(async () => {
      const asked = { method: 'DELETE', token, body: { confirmedId: id } } as const
      expect((await server.ask(`/api/users/demo/${id}/personalData`, asked)).status).toBe(500)
    })
    const { rows } = await owner.query('select erased_at from app_user where id = $1', [id])
    expect(rows).toEqual([{ erased_at: null }])
  })
})

describe('the command line', () => {
  const admin = (...words: string[]) =>
    runAdmin(
      words,
      () => undefined,
      async () => ({ ...server.database, close: async () => {} }),
    )

  it('is recorded as the author of changes to users, passwords, permissions and keys', async () => {
    const rosa = 'rosa@demo.example'
    await admin('user', 'create', 'demo', '--email', rosa, '--first', 'Rosa', '--last', 'Luz', 'viewPromo=true')
    await admin('user', 'password', 'demo', rosa)
    await admin('user', 'permissions', 'demo', rosa)
    await admin('user', 'permissions', 'demo', rosa, 'set', 'taxiMap=true')
    await admin('user', 'permissions', 'demo', rosa, 'set', 'taxiMap=true')
    await admin('user', 'permissions', 'demo', rosa, 'remove', 'viewPromo')
    await admin('user', 'disable', 'demo', rosa)
    await admin('user', 'enable', 'demo', rosa)
    await admin('telephone', 'key', 'demo', '--name', 'Centralita')
    const { rows } = await owner.query('select max(id) as id from telephone_key')
    await admin('telephone', 'revoke', 'demo', String(rows[0].id))
    await admin('app', 'link', 'demo', '101')
    await admin('app', 'unlink', 'demo', '101')
    const events = await kept()
    expect(events.map(({ kind, detail }) => `${kind}: ${detail}`)).toEqual([
      'userCreated: Rosa Luz +viewPromo',
      'passwordReset: Rosa Luz',
      'permissionChange: Rosa Luz +taxiMap',
      'permissionChange: Rosa Luz -viewPromo',
      'userDisabled: Rosa Luz',
      'userEnabled: Rosa Luz',
      `keyCreated: telephone key ${rows[0].id} (Centralita)`,
      `keyRevoked: telephone key ${rows[0].id}`,
      'keyCreated: app link 101',
      'keyRevoked: app link 101',
    ])
    for (const { who, ip_address } of events)
      expect([who, ip_address]).toEqual([expect.stringMatching(/^npm run admin \(.+\)$/), ''])
  })
})

describe('a flood of events', () => {
  const at = new Date('2026-11-16T10:00:30Z')
  const event = {
    at,
    kind: 'signIn',
    outcome: 'failed',
    who: 'x',
    ipAddress: '10.0.0.1',
    detail: '',
    requestId: '',
  } as const
  type Event = Parameters<typeof sendSecurityEvent>[1]
  const happen = (changes: Partial<Event>[]) =>
    server.database.inTenant(1, async (tx) => {
      for (const change of changes) await writeSecurityEvent(tx, { ...event, ...change })
    })
  const many = (count: number, change: (at: number) => Partial<Event>) =>
    Array.from({ length: count }, (_, nth) => change(nth))
  const sum = (events: EventRow[]) => events.reduce((all, { times }) => all + times, 0)

  it('from one address fills ten rows a minute, and one that counts the rest', async () => {
    await happen(many(200, (nth) => ({ who: `name ${nth}` })))
    const events = await kept()
    expect([events.length, sum(events)]).toEqual([11, 200])
    expect(events.at(-1)).toMatchObject({ who: '…', ip_address: '10.0.0.1', times: 190 })
  })

  it('from many addresses fills sixty rows, and one without an address', async () => {
    await happen(many(300, (nth) => ({ ipAddress: `10.0.${nth % 250}.${nth % 7}`, who: `name ${nth}` })))
    const events = await kept()
    expect([events.length, sum(events)]).toEqual([61, 300])
    expect(events.at(-1)).toMatchObject({ who: '…', ip_address: '', times: 240 })
  })

  it('hides neither successful sign-ins nor changes', async () => {
    await happen(many(300, (nth) => ({ ipAddress: `10.1.${nth % 250}.${nth % 7}` })))
    await happen([
      { outcome: 'done', who: 'Ana' },
      { outcome: 'done', who: 'Ana' },
      { kind: 'erasure', outcome: 'done', who: 'Ana' },
      { kind: 'erasure', outcome: 'done', who: 'Ana' },
    ])
    expect((await kept()).filter(({ who }) => who === 'Ana')).toMatchObject([
      { kind: 'signIn', times: 2 },
      { kind: 'erasure', times: 1 },
      { kind: 'erasure', times: 1 },
    ])
  })

  it.each([
    ['from one address', () => '10.0.0.1', '10.0.0.1'],
    ['from many addresses', (nth: number) => `10.2.${nth}.1`, ''],
  ])('%s hides no event by or about a member of staff', async (_, addressOf, address) => {
    await happen(many(90, (nth) => ({ who: `name ${nth}`, ipAddress: addressOf(nth) })))
    const ana = { idStaff: 7, who: 'Ana' }
    await happen(many(5, (nth) => ({ ...ana, kind: 'access', outcome: 'denied', detail: `GET /api/${nth}` })))
    await happen(many(3, () => ana))
    expect((await kept()).filter(({ who }) => who === 'Ana')).toMatchObject([
      { kind: 'access', id_staff: '7', ip_address: address, detail: '', times: 5 },
      { kind: 'signIn', id_staff: '7', ip_address: address, times: 3 },
    ])
  })

  it('counts every one of several simultaneous attempts', async () => {
    await Promise.all(many(20, () => ({})).map((change) => happen([change])))
    expect((await kept()).map(({ times }) => times)).toEqual([20])
  })

  it('is counted anew every minute', async () => {
    await happen([{}, { at: new Date(at.getTime() + 40_000) }])
    expect((await kept()).map(({ times }) => times)).toEqual([1, 1])
  })
})

describe('the retention of events', () => {
  const days = async (...ages: number[]) => {
    for (const age of ages)
      await owner.query(
        `insert into security_event (tenant_id, date_event, kind, outcome, detail)
         values (1, now() - make_interval(days => $1::int), 'signIn', 'done', $1)`,
        [age],
      )
  }
  const ages = async () => (await kept()).map(({ detail }) => Number(detail))

  it('follows the setting, but lasts at least a week', async () => {
    await days(5, 8, 100, 200)
    await tidySecurityEvents(server.database.db, server.config.securityEventDays)
    expect(await ages()).toEqual([5, 8, 100])
    await tidySecurityEvents(server.database.db, 0)
    expect(await ages()).toEqual([5])
  })
})

describe('the list of events', () => {
  const ask = (token: string, query = '') =>
    server.ask<{ securityEvents: Record<string, unknown>[] }>(`/api/securityevents/demo?${query}`, { token })

  it('requires its permission', async () => {
    const [administrator, operator] = [await server.signInAs('administrator'), await server.signInAs('operator')]
    expect((await ask(operator)).status).toBe(403)
    const { response } = await ask(administrator, 'kind=access')
    expect(response?.securityEvents).toMatchObject([
      { who: 'Ana Pérez', detail: 'GET /api/securityevents/:sd', outcome: 'denied' },
    ])
  })

  it('can be filtered by kind, outcome, person and address', async () => {
    for (const ip of ['198.51.100.8', '203.0.113.9']) await signIn(ana, 'wrong', ip)
    await signIn(ana)
    const token = await server.signInAs('administrator')
    const found = async (query: string) => (await ask(token, query)).response?.securityEvents.length
    expect(await found('ipAddress=203.0')).toBe(1)
    expect(await found('who=pérez&outcome=failed')).toBe(2)
    expect(await found('kind=signIn&outcome=done')).toBe(1)
    expect(await found('kind=erasure')).toBe(0)
  })
})
