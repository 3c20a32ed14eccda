import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailer } from '../../deliveries/mail.ts'
import { startOutboxWorker } from '../../deliveries/outbox-worker.ts'
import { passwordLinks } from '../../deliveries/password-links.ts'
import { basic, wireHash } from '../../passwords.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

const elena = 'elena.soto@demo.example'
let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const post = (path: string, body: unknown, headers = {}) => server.ask(path, { method: 'POST', body, headers })

const askForLink = (email: string, headers = {}) => post('/api/users/demo/resend-password', { email }, headers)

const links = () => ({ passwordLink: passwordLinks(server.database, () => server.clock.now) })

/** Runs the outbox worker until the outbox is empty. */
const deliver = async (send = mailer(server.config)) => {
  const worker = startOutboxWorker(server.database, { ...links(), mail: send }, pino({ level: 'silent' }))
  await expect
    .poll(() =>
      server.database.inTenant(1, (tx) => tx.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()),
    )
    .toEqual([])
  await worker.stop()
}

const mails = async () => {
  const names = await readdir(join(server.home, 'mail')).catch(() => [])
  return Promise.all(names.sort().map((name) => readFile(join(server.home, 'mail', name), 'utf8')))
}

const readable = (mail: string) => mail.replaceAll('=\n', '').replaceAll('=3D', '=')

const signIn = (password: string) =>
  server.ask('/api/authenticate/demo/', { method: 'POST', headers: { authorization: basic(elena, password) } })

it('mails a link to set a new password, which works once and ends the open sessions (P-149)', async () => {
  const token = await server.signInAs('administrator')
  const asked = await askForLink(elena, { 'accept-language': 'es-ES,es', host: 'demo.localhost:4300' })
  expect([asked.status, asked.meta.code]).toEqual([200, 204])
  await deliver()

  const [mail = ''] = await mails()
  expect(mail).toContain(`To: ${elena}`)
  const [, reset = ''] = /http:\/\/demo\.localhost:4300\/pages\/forgot\?reset=([\w-]+)/.exec(readable(mail)) ?? []
  const set = (password: string) =>
    post('/api/users/demo/reset-password', { token: reset, password: wireHash(password) })

  expect((await set('a new password')).status).toBe(200)
  expect((await server.ask('/api/users/demo/self', { token })).status).toBe(401)
  expect((await signIn('parada-demo')).status).toBe(401)
  expect((await signIn('a new password')).status).toBe(200)

  const again = await set('another')
  expect([again.status, again.meta.field]).toEqual([400, 'token'])
  expect((await signIn('a new password')).status).toBe(200)
})

const reset = (token: string, password: string, ip = '127.0.0.1') =>
  server.ask('/api/users/demo/reset-password', { method: 'POST', body: { token, password: wireHash(password) }, ip })

/** Requests a link and gives the token in its mail. */
const linkFor = async (email: string) => {
  await askForLink(email)
  await deliver()
  const sent = (await mails()).map(readable).filter((mail) => mail.includes(`To: ${email}`))
  return /reset=([\w-]+)/.exec(sent.at(-1) ?? '')?.[1] ?? ''
}

it('voids the user’s other links when one is used, and notifies the user by mail', async () => {
  const gloria = 'gloria.nieto@demo.example'
  const [first, second] = [await linkFor(gloria), await linkFor(gloria)]
  expect(first).not.toBe(second)
  expect((await reset(second, 'four taxis at the door')).status).toBe(200)
  expect((await reset(first, 'four taxis at the gate')).status).toBe(400)
  await deliver()
  expect(readable((await mails()).at(-1) ?? '')).toContain('Your password has just been changed')
})

it('voids open links when the user changes the password, and notifies the user by mail', async () => {
  const link = await linkFor('carmen.vidal@demo.example')
  const changed = await server.ask('/api/users/demo/self/password', {
    method: 'PUT',
    token: await server.signInAs('business'),
    body: { currentPassword: wireHash('parada-demo'), password: wireHash('four taxis at the door') },
  })
  expect(changed.status).toBe(200)
  expect((await reset(link, 'four taxis at the gate')).status).toBe(400)
  await deliver()
  expect(readable((await mails()).at(-1) ?? '')).toContain('Your password has just been changed')
})

it.each(['', 'password', '123456', '00000'])('rejects the password %j and keeps the link valid', async (weak) => {
  const token = await linkFor('diego.ramos@demo.example')
  const refused = await reset(token, weak)
  expect([refused.status, refused.meta.field]).toEqual([400, 'password'])
  expect((await reset(token, 'four taxis at the door')).status).toBe(200)
})

it('limits how many made-up links an address can try', async () => {
  const tries = await Promise.all(Array.from({ length: 40 }, (_, at) => reset(`made up ${at}`, 'x', '10.1.1.1')))
  const statuses = tries.map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(14)
  expect(statuses.filter((status) => status === 429)).toHaveLength(26)
})

it('puts the same into the outbox for an unknown address as for a known one', async () => {
  const written = async (email: string) => {
    await server.database.inTenant(1, (tx) => tx.deleteFrom('outbox').execute())
    await askForLink(email)
    return server.database.inTenant(1, (tx) => tx.selectFrom('outbox').select('kind').execute())
  }
  expect(await written('carmen.vidal@demo.example')).toEqual(await written('somebody@demo.example'))
  await server.database.inTenant(1, (tx) => tx.deleteFrom('outbox').execute())
})

it('returns the same response for an unknown address and sends nothing', async () => {
  const before = (await mails()).length
  const asked = await askForLink('nobody@demo.example')
  await deliver()
  expect([asked.status, asked.meta.code, (await mails()).length]).toEqual([200, 204, before])
})

it('rejects a link that is older than an hour', async () => {
  const start = server.clock.now
  await askForLink('carmen.vidal@demo.example')
  await deliver()
  const reset = /reset=([\w-]+)/.exec(readable((await mails()).at(-1) ?? ''))?.[1]
  server.clock.now = new Date(start.getTime() + 3_600_001)
  const late = await post('/api/users/demo/reset-password', { token: reset, password: wireHash('too late') })
  server.clock.now = start
  expect(late.status).toBe(400)
})

it('limits how many mails can be requested for one address', async () => {
  const statuses: number[] = []
  for (let times = 0; times < 6; times++) statuses.push((await askForLink('ana.perez@demo.example')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
})

it.each(['demo.evil.example', 'costa.localhost', 'localhost.evil.example', '127.0.0.1.evil.example'])(
  'sends no link with the made-up host %s',
  async (host) => {
    const asked = await askForLink(elena, { host })
    expect([asked.status, asked.meta.errorMessage]).toEqual([
      409,
      "Password emails aren't set up. Ask your administrator to set PUBLIC_URL.",
    ])
  },
)

it.each(['evil.example?.localhost', 'evil.example#.localhost', 'evil.example\\.localhost', 'evil@demo.localhost'])(
  'rejects a host that hides another one: %s',
  async (host) => {
    const asked = await askForLink(elena, { host })
    expect([asked.status, asked.meta.field]).toEqual([400, 'Host'])
    const page = await server.ask('/api/users/demo/self', { headers: { host } })
    expect([page.status, page.meta.field]).toEqual([400, 'Host'])
  },
)

it.each([
  ['no e-mail', {}],
  ['something else', { email: 'no address' }],
  ['a list', { email: ['a@b.example'] }],
])('rejects %s, naming the field', async (_, body) => {
  const { status, meta } = await post('/api/users/demo/resend-password', body)
  expect([status, meta.field]).toEqual([400, 'email'])
})

it('sends over SMTP when it is configured, and retries after the mail server was unavailable', async () => {
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part) => (text += part))
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
  })
  await server.database.inTenant(1, (tx) => tx.deleteFrom('outbox').execute())
  await askForLink('felix.marin@demo.example')

  let isAway = true
  const send = mailer({ ...server.config, mail: { ...server.config.mail, smtpUrl: `smtp://127.0.0.1:${port}` } })
  const worker = startOutboxWorker(
    server.database,
    { ...links(), mail: (...mail) => (isAway ? Promise.reject(new Error('away')) : send(...mail)) },
    pino({ level: 'silent' }),
  )
  const state = () =>
    server.database.inTenant(1, (tx) =>
      tx.selectFrom('outbox').select(['last_error', 'done_at']).where('kind', '=', 'mail').execute(),
    )
  await expect.poll(state).toEqual([{ last_error: 'away', done_at: null }])
  isAway = false
  await server.database.inTenant(1, (tx) =>
    tx
      .updateTable('outbox')
      .set({ due_at: new Date(0) })
      .execute(),
  )
  worker.wake()
  await expect.poll(() => received.length).toBe(1)
  await worker.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  expect(received[0]).toContain('felix.marin@demo.example')
})
