import { expect, it } from 'vitest'
import { defined, isKeyOf, isRecord, keysOf, membersOf, recordOf, required } from './objects.ts'

it('lists the members of an object', () => expect(keysOf({ a: 1, b: undefined })).toEqual(['a', 'b']))

it('recognises only own members', () => {
  expect(isKeyOf({ a: 1 }, 'a')).toBe(true)
  expect(isKeyOf({ a: 1 }, 'toString')).toBe(false)
})

it('makes one member for each name', () =>
  expect(recordOf(['a', 'bb'], (name) => name.length)).toEqual({ a: 1, bb: 2 }))

it('leaves out only undefined members', () =>
  expect(Object.keys(defined({ a: undefined, b: null, c: 0, d: '' }))).toEqual(['b', 'c', 'd']))

it.each([
  [{ a: 1 }, true],
  [[1], false],
  [null, false],
  ['text', false],
])('decides whether %j is a record', (value, is) => {
  expect(isRecord(value)).toBe(is)
  expect(membersOf(value)).toEqual(is ? value : {})
})

it.each([undefined, null])('rejects %s where a value is required', (value) =>
  expect(() => required(value, 'The fleet')).toThrow('The fleet is missing'),
)

it.each([0, '', false])('accepts %j as a value', (value) => expect(required(value)).toBe(value))
