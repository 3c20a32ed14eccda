import { expect, it, onTestFinished, vi } from 'vitest'
import { withPauses } from './listen.ts'

/** How many of the notifications sent every `everyMs` get through, and the longest delay. */
const heardOf = (everyMs: number, times: number) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: number[] = []
  const waited: number[] = []
  let heard = 0
  const hear = withPauses(() => {
    heard++
    waited.push(...said.splice(0).map((at) => Date.now() - at))
  })
  for (let time = 0; time < times; time++) {
    said.push(Date.now())
    hear('parada_outbox', '')
    vi.advanceTimersByTime(everyMs)
  }
  return { heard, longest: Math.max(...waited) }
}

it('delivers a notification sent fifty times a second without delay', () => {
  expect(heardOf(20, 100)).toEqual({ heard: 100, longest: 0 })
})

it('merges a thousand notifications a second into about forty, each within 25 ms', () => {
  const { heard, longest } = heardOf(1, 1_000)
  expect(heard).toBeLessThanOrEqual(45)
  expect(longest).toBeLessThanOrEqual(25)
})

it('delivers a notification at once, its repeats after a pause, and others in between', () => {
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
