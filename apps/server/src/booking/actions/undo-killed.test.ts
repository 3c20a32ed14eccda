import { connect } from '@parada/db/connect'
import { saveLink } from '@parada/db/queries/supplier-links'
import { demoPassword, demoUsers } from '@parada/db/seed/demo-users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveProcess, liveProcess } from '../../live/testing-live-process.ts'
import { basic } from '../../passwords.ts'
import { startFleet, type TestFleet } from '../../suppliers/testing-fleet.ts'
import { until } from '../../suppliers/testing-world.ts'
import { atocha, fleets, minutes, sol } from '../../testing/desk.ts'

let live: LiveProcess
let fleet: TestFleet
let owner: Awaited<ReturnType<typeof connect>>
beforeAll(async () => {
  live = await liveProcess()
  fleet = await startFleet()
  owner = await connect(live.database.ownerUrl, 'test')
  const secret = 'a secret that only this test and its fleet know'
  const link = { idFleet: fleets.madrid, url: fleet.url, secret, orderTimeoutSeconds: 86_400 }
  await live.database.inTenant(1, (tx) => saveLink(tx, 1, link))
  await live.start()
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await live?.stop()
  await fleet?.stop()
})

const ask = async <T>(method: string, path: string, body: object | undefined, headers: Record<string, string>) => {
  const answer = await fetch(`${live.origin}/api/${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as { response: T }) }
}
const heard = (end: RegExp, id: number) => fleet.at(end).filter(({ body }) => body.idBooking === id)

it('a server killed during the undo period loses neither the pending action nor its undo', async () => {
  const { email } = demoUsers.find(({ kind, subdomain }) => kind === 'operator' && subdomain === 'demo') ?? {}
  const authorization = basic(email ?? '', demoPassword)
  const { response } = await ask<{ token: string }>('POST', 'authenticate/demo/', undefined, { authorization })
  const { token } = response
  const book = async () => {
    const draft = { status: 5, entryChannel: 20, paymentMethod: 11, asap: true, origin: sol, destination: atocha }
    const start = { timeBookingStart: Date.now() + minutes(1) }
    type NewBooking = { booking: { id: number } }
    const made = await ask<NewBooking>('POST', 'services/demo/create', { booking: { ...draft, ...start } }, { token })
    const { id } = made.response.booking
    const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await ask('POST', 'services/demo/confirm', { booking: sent }, { token })).status).toBe(200)
    await until(() => heard(/orders$/, id).length > 0, 'the order')
    return id
  }
  const cancel = (id: number, key: string) =>
    ask('PUT', `services/demo/${id}/cancel`, { cancellationReasonCode: 'client_cancelled' }, { token, 'undo-key': key })

  const [kept, lost] = [await book(), await book()]
  const key = crypto.randomUUID()
  expect((await cancel(kept, key)).status).toBe(200)
  // A busy machine may take longer to restart than the undo period.
  await owner.query(`update undo set until = now() + interval '5 minutes'`)
  await owner.query(`update outbox set due_at = now() + interval '5 minutes' where hold = $1`, [key])
  expect((await cancel(lost, crypto.randomUUID())).status).toBe(200)
  await live.kill()
  await live.start()

  const undone = await ask<{ bookings: { id: number; status: number }[] }>(
    'POST',
    'services/demo/undo',
    { key },
    { token },
  )
  expect([undone.status, undone.response.bookings]).toMatchObject([200, [{ id: kept, status: 10 }]])
  await until(() => heard(/withdraw$/, lost).length > 0, 'the withdrawal that nobody took back')
  expect(heard(/withdraw$/, kept)).toEqual([])
}, 180_000)
