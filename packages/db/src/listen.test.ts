import { expect, it, onTestFinished, vi } from 'vitest'
import { withPauses } from './listen.ts'

/** How long after each word it is heard, when one is said every so many milliseconds. */
const delays = (everyMs: number, times: number) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: number[] = []
  const waited: number[] = []
  const hear = withPauses(() => waited.push(...said.splice(0).map((at) => Date.now() - at)))
  for (let time = 0; time < times; time++) {
    said.push(Date.now())
    hear('parada_outbox', '')
    vi.advanceTimersByTime(everyMs)
  }
  return waited
}

it('hears a word at once that is said fifty times a second: people wait for it', () => {
  expect(Math.max(...delays(20, 100))).toBe(0)
})

it('hears a word forty times a second that is said a thousand times, and within 25 ms', () => {
  const waited = delays(1, 1_000)
  expect(waited.filter((ms) => ms === 0).length).toBeLessThanOrEqual(45)
  expect(Math.max(...waited)).toBeLessThanOrEqual(25)
})

it('hears a word at once, the same word again after a pause, and other words meanwhile', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const heard: string[] = []
  const hear = withPauses((channel, payload) => heard.push(`${channel} ${payload}`))
  for (let time = 0; time < 10; time++) hear('parada_leaving', 'sms')
  hear('parada_leaving', 'mail')
  expect(heard).toEqual(['parada_leaving sms', 'parada_leaving mail'])
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual(['parada_leaving sms', 'parada_leaving mail', 'parada_leaving sms'])
  hear('parada_leaving', 'mail')
  expect(heard.at(-1)).toBe('parada_leaving mail')
})
