import { expect, it } from 'vitest'
import { callerProblem } from './caller.ts'

it.each([
  ['takes a number as people write it', '+34 600 111 222', undefined],
  ['takes the shortest number', '112', undefined],
  ['misses a number', '  ', 'problems.phoneRequired'],
  ['refuses letters', 'mother', 'problems.phoneInvalid'],
  ['refuses two digits', '12', 'problems.phoneInvalid'],
])('%s', (_, phoneNumber, problem) => expect(callerProblem({ phoneNumber })).toBe(problem))
