import { describe, expect, it } from 'vitest'
import { afterFailure, askCircuit, type Circuit, onTrial, whileUnavailable } from './breaker.ts'

const now = 1_000_000
const whole: Circuit = { failures: 0, openUntil: null }
const after = (times: number) =>
  Array.from({ length: times }).reduce<Circuit>((circuit) => afterFailure(circuit, now), whole)

describe('the circuit of a fleet', () => {
  it.each([
    ['stays closed after four failures', 4, 'closed'],
    ['opens after the fifth', 5, 'open'],
    ['stays open after further failures', 9, 'open'],
  ])('%s', (_, times, answer) => expect(askCircuit(after(times), now)).toBe(answer))

  it.each([
    [5, 15],
    [6, 30],
    [8, 120],
    [40, 600],
  ])('waits longer the more failures there are: after %i for %i seconds', (times, seconds) =>
    expect(after(times).openUntil).toBe(now + seconds * 1_000),
  )

  it('lets one message through after its pause, and no other during that trial', () => {
    const paused = after(5)
    const later = now + 15_000
    expect(askCircuit(paused, later)).toBe('trial')
    expect(askCircuit(onTrial(paused, later), later)).toBe('open')
  })

  it('opens again at once when the trial fails', () =>
    expect(askCircuit(afterFailure(onTrial(after(5), now + 15_000), now + 16_000), now + 20_000)).toBe('open'))

  it('opens for as long as the fleet says', () => {
    expect(askCircuit(whileUnavailable(30, now), now + 29 * 60_000)).toBe('open')
    expect(askCircuit(whileUnavailable(30, now), now + 30 * 60_000)).toBe('trial')
    expect(askCircuit(whileUnavailable(0, now), now)).toBe('closed')
  })
})
