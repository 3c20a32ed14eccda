import { expect, it, onTestFinished, vi } from 'vitest'
import { withPauses } from './listen.ts'

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
