import { describe, expect, it } from 'vitest'
import {
  configProblems,
  type FormValues,
  formProblems,
  parseFormConfig,
  prefixed,
  startingValues,
  withField,
} from './form.ts'

const text = JSON.stringify({
  subscriberCode: { title: 'Contract', regex: '^\\d{4}$' },
  userNumber: { inheritsFrom: 'subscriberCode' },
  authorizationBreak1: { inheritsFrom: 'userNumber', defaultValue: '-' },
  authorizationBreak2: { title: 'Building', listValues: ['North', { value: 'South', label: 'The south wing' }, 3] },
})
const config = parseFormConfig(text)

describe('a form config', () => {
  it('is read from its JSON text: title, default, source, regex and list (B-127)', () => {
    expect(config.get('subscriberCode')).toMatchObject({ title: 'Contract', regex: { source: '^\\d{4}$' } })
    expect(config.get('authorizationBreak1')).toEqual({ inheritsFrom: 'userNumber', defaultValue: '-' })
    expect(config.get('authorizationBreak2')).toEqual({ title: 'Building', listValues: ['North', 'South', '3'] })
  })

  it.each([
    ['no JSON', '{', { reason: 'the form config is not a JSON object' }],
    ['a list', '[]', { reason: 'the form config is not a JSON object' }],
    [
      'a broken regex',
      '{"a":{"regex":"("}}',
      { field: 'a', reason: 'the regex of a cannot be read as a regular expression' },
    ],
    ['a regex that is a list', '{"a":{"regex":["("]}}', { field: 'a', reason: 'the regex of a is not text' }],
    ['a regex that is a number', '{"a":{"regex":0}}', { field: 'a', reason: 'the regex of a is not text' }],
    [
      'a regex that looks ahead',
      '{"a":{"regex":"^(?=x)y"}}',
      {
        field: 'a',
        reason: 'the regex of a uses back references, look-around or flags, which could take for ever to run',
      },
    ],
  ])('imposes no rule and is reported: %s', (_, broken, told) => {
    expect(formProblems(parseFormConfig(broken), { a: 'anything' })).toEqual([])
    expect(configProblems(broken)).toEqual([told])
  })

  it('is checked quickly even with a hostile regex and 50 kB of text', () => {
    const hostile = parseFormConfig('{"a":{"regex":"^(a+)+$"}}')
    expect(formProblems(hostile, { a: `${'a'.repeat(50_000)}!` })).toHaveLength(1)
  })

  it.each(['{"a":null}', '{"a":1}', '{"a":"b"}', '{"a":{"listValues":"x"}}', 'null'])('tolerates %s', (odd) =>
    expect(formProblems(parseFormConfig(odd), {})).toEqual([]),
  )
})

describe('an inherited field', () => {
  it('starts with the value of its source, through every level (B-137)', () => {
    const typed = withField(config, startingValues(config), 'subscriberCode', '6400')
    expect(typed).toMatchObject({ subscriberCode: '6400', userNumber: '6400', authorizationBreak1: '6400-' })
  })

  it('keeps what the user added when its source changes', () => {
    const filled = withField(config, withField(config, {}, 'subscriberCode', '6400'), 'userNumber', '640012')
    expect(withField(config, filled, 'subscriberCode', '71')).toMatchObject({ userNumber: '7112' })
  })

  it.each<[string, FormValues, string]>([
    ['is added where it is missing', { subscriberCode: '6400', userNumber: '12' }, '640012'],
    ['is not added twice', { subscriberCode: '6400', userNumber: '640012' }, '640012'],
    ['is all there is when nothing was added', { subscriberCode: '6400' }, '6400'],
  ])('has a prefix that %s', (_, values, expected) => expect(prefixed(config, values).userNumber).toBe(expected))

  it('stops at a cycle of inherited fields', () => {
    const circle = parseFormConfig('{"a":{"inheritsFrom":"b"},"b":{"inheritsFrom":"a"},"c":{"inheritsFrom":"c"}}')
    expect(withField(circle, {}, 'a', 'x')).toEqual({ a: 'x', b: 'x' })
    expect(prefixed(circle, { a: '1', b: '2', c: '3' }).c).toBe('3')
  })
})

describe('a filled form', () => {
  const right = {
    subscriberCode: '6400',
    userNumber: '640012',
    authorizationBreak1: '640012-',
    authorizationBreak2: '3',
  }

  it.each<[string, FormValues, string[]]>([
    ['is valid', {}, []],
    ['fails a regex (B-138)', { subscriberCode: '64' }, ['subscriberCode']],
    ['holds an unlisted value (B-138)', { authorizationBreak2: 'East' }, ['authorizationBreak2']],
    ['has no value for a list', { authorizationBreak2: undefined }, ['authorizationBreak2']],
    ['fails both', { subscriberCode: '', authorizationBreak2: '' }, ['subscriberCode', 'authorizationBreak2']],
  ])('%s', (_, change, fields) =>
    expect(formProblems(config, { ...right, ...change })).toEqual(
      fields.map((field) => ({ field, problem: 'problems.correctTheForm' })),
    ),
  )
})
