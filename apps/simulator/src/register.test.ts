import { beforeEach, expect, it } from 'vitest'
import { playRegister } from './register.ts'

let ask: ReturnType<typeof playRegister>
beforeEach(() => {
  ask = playRegister()
})

it('registers a sheet once, and reports its state', () => {
  const first = ask('POST', '/sheets', { reference: 'demo-1' })
  expect(first).toMatchObject({ status: 200, body: { reference: 'demo-1', isStarted: false } })
  expect(ask('POST', '/sheets', { reference: 'demo-1' })).toEqual(first)
  const { idservicio } = first.body as { idservicio: string }
  expect(ask('POST', `/sheets/${idservicio}/start`, {}).status).toBe(200)
  expect(ask('GET', '/sheets/by-reference/demo-1', undefined).body).toMatchObject({ idservicio, isStarted: true })
})

it('refuses a few sheets, always the same ones, and rejects malformed and unknown requests', () => {
  const answers = () =>
    Array.from({ length: 300 }, (_, at) => ask('POST', '/sheets', { reference: `demo-${at}` }).status)
  const refused = answers().filter((status) => status === 422).length
  expect(refused).toBeGreaterThan(2)
  expect(refused).toBeLessThan(30)
  expect(answers()).toEqual(answers())
  expect(ask('POST', '/sheets', 'nonsense').status).toBe(400)
  expect(ask('GET', '/sheets/by-reference/none', undefined).status).toBe(404)
  expect(ask('DELETE', '/sheets/1', undefined).status).toBe(404)
})
