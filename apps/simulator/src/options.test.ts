import { expect, it } from 'vitest'
import { readOptions } from './options.ts'

it('defaults to 300 taxis at real speed', () =>
  expect(readOptions([])).toEqual({ speed: 1, seed: 1, taxis: 300, callsPerMinute: 6, faults: 1 }))

it('reads every option', () =>
  expect(
    readOptions(['--speed', '2.5', '--seed', '7', '--taxis', '40', '--calls-per-minute', '0', '--faults', '0']),
  ).toEqual({ speed: 2.5, seed: 7, taxis: 40, callsPerMinute: 0, faults: 0 }))

it.each([[['--speed', 'fast']], [['--speed', '0']], [['--taxis', '']], [['--seed', '-1']], [['--sped', '2']]])(
  'refuses %j',
  (argv) => expect(() => readOptions(argv)).toThrow(),
)
