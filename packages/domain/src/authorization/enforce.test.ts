import { expect, it } from 'vitest'
import { enforcementOf } from './enforce.ts'

it.each([
  [0, 'firstTime'],
  [1, 'always'],
  [2, 'never'],
  [-1, 'never'],
  [null, 'never'],
  [undefined, 'never'],
])('reads the enforce value %s as %s (B-143)', (value, meaning) => expect(enforcementOf(value)).toBe(meaning))
