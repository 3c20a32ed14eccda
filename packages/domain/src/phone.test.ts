import { expect, it } from 'vitest'
import { callerProblem, mobileOf, normalPhone, phoneSpellings } from './phone.ts'

it.each([
  ['912345678', '912345678'],
  ['912 345 678', '912345678'],
  ['+34 912 345 678', '912345678'],
  ['+34-912.345.678', '912345678'],
  ['(0034) 912 345 678', '912345678'],
  ['34912345678', '912345678'],
  ['34912', '34912'],
  ['341234567', '341234567'],
  ['+34112', '+34112'],
  ['112', '112'],
  ['0044 7700 900123', '+447700900123'],
  ['+44 7700 900123', '+447700900123'],
  ['447700900123', '447700900123'],
])('normalises %s to %s', (given, normal) => {
  expect(normalPhone(given)).toBe(normal)
  expect(normalPhone(normal)).toBe(normal)
})

it.each([
  ['+34 600 000 001', ['600000001', '+34600000001', '34600000001', '0034600000001']],
  ['+44 7700 900123', ['+447700900123', '447700900123', '00447700900123']],
  ['447700900123', ['447700900123', '+447700900123', '00447700900123']],
])('looks for %s in every usual spelling', (given, spellings) => expect(phoneSpellings(given)).toEqual(spellings))

it.each([
  ['600 000 001', '+34600000001'],
  ['0034 711 000 001', '+34711000001'],
  ['912345678', undefined],
  ['+34 912 345 678', undefined],
  ['+44 7700 900123', '+447700900123'],
  ['7700900123', undefined],
  ['+34112', undefined],
  ['112', undefined],
  ['', undefined],
])('sends an SMS for %s to %s', (given, mobile) => expect(mobileOf(given)).toBe(mobile))

it.each([
  ['accepts a number as people write it', '+34 600 111 222', undefined],
  ['accepts the shortest number', '112', undefined],
  ['requires a number', '  ', 'problems.phoneRequired'],
  ['refuses letters', 'mother', 'problems.phoneInvalid'],
  ['refuses two digits', '12', 'problems.phoneInvalid'],
])('%s', (_, phoneNumber, problem) => expect(callerProblem({ phoneNumber })).toBe(problem))
