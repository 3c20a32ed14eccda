import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atocha, type Desk, hours, minutes, openDesk } from '../testing/desk.ts'
import { aCase, insurerLine } from './testing.ts'

let desk: Desk
let insurer: ReturnType<typeof insurerLine>

beforeAll(async () => {
  desk = await openDesk()
  insurer = insurerLine(desk)
})
afterAll(() => desk.stop())

describe('the timestamp of an insurer’s message', () => {
  it('must not be in the future, or later messages would be ignored', async () => {
    const early = aCase(desk.now(), { at: desk.now() + minutes(5) + 1 })
    for (const name of ['cases', 'cases/cancel']) {
      const { codExpediente, numServicio, at } = early
      const told = name === 'cases' ? early : { codExpediente, numServicio, at }
      const { status, meta } = await insurer.send(name, told)
      expect([name, status, meta.field]).toEqual([name, 400, 'at'])
    }
    expect((await insurer.post({ ...early, at: desk.now() + minutes(5) })).status).toBe(200)
  })

  it('decides whether a late cancellation still counts', async () => {
    const told = aCase(desk.now())
    const { idService } = await insurer.posted(told)
    const { codExpediente, numServicio } = told
    const late = await insurer.send('cases/cancel', { codExpediente, numServicio, at: desk.now() - 1 })
    expect(late.response).toMatchObject({ idService, status: 10, repeated: true })
    const now = await insurer.send('cases/cancel', { codExpediente, numServicio, at: desk.now() })
    expect(now.response).toMatchObject({ idService, status: -40, repeated: false })
  })
})

it('an as-soon-as-possible case posted again counts as a repeat after the desk has rescheduled it', async () => {
  const told = { ...aCase(desk.now(), { asap: true }), fechaServicio: undefined }
  const { id } = await insurer.posted(told)
  expect((await insurer.mend(id, { asap: false, fechaServicio: desk.now() + hours(5) })).status).toBe(200)
  desk.server.clock.now = new Date(desk.now() + minutes(1))
  expect(await insurer.posted(told)).toMatchObject({ id, repeated: true })
})

it('an insurer’s change and a concurrent cancel-and-create by the desk both succeed and leave one booking', async () => {
  for (let round = 0; round < 10; round++) {
    const told = aCase(desk.now())
    const { id, idService } = await insurer.posted(told)
    const wanted = { id: idService, origin: atocha, timeBookingStart: desk.now() + hours(4) }
    const statuses = await Promise.all([
      insurer.post({ ...told, conductor: 'Otra Persona' }).then(({ status }) => status),
      desk.ask('POST', '/services/asistencia-cancel-create', wanted).then(({ status }) => status),
    ])
    expect(statuses).toEqual([200, 200])
    const { idService: moved, conductor } = (await insurer.get(id)).case
    expect([moved === idService, conductor]).toEqual([false, 'Otra Persona'])
    expect(await desk.stored(moved ?? 0)).toMatchObject({ status: 10, passenger_name: 'Otra Persona' })
  }
})
