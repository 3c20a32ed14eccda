import { describe, expect, it } from 'vitest'
import {
  basicPair,
  canonicalIdentifier,
  formatRemaining,
  isSessionOver,
  maskedIdentifier,
  readBasicPair,
  remainingTime,
  type SignInForm,
  signInIdentifier,
  signInProblems,
  tenantOfHost,
} from './session.ts'

it.each([
  ['demo.localhost', 'demo'],
  ['demo.localhost:8080', 'demo'],
  ['norte.parada.example', 'norte'],
  ['Norte.Parada.Example.', 'norte'],
  ['www.parada.example', 'www'],
  ['localhost', 'fallback'],
  ['localhost:8080', 'fallback'],
  ['127.0.0.1', 'fallback'],
  ['10.1.2.3:443', 'fallback'],
  ['[::1]', 'fallback'],
  ['[2001:db8::1]:8080', 'fallback'],
  ['::1', 'fallback'],
  ['.localhost', 'fallback'],
  ['', 'fallback'],
])('host %s belongs to tenant %s', (host, tenant) => expect(tenantOfHost(host, 'fallback')).toBe(tenant))

describe('remaining time', () => {
  const answered = Date.UTC(2025, 0, 1)
  it.each([
    ['is the whole hour at the response (P-007)', 0, 3_600_000],
    ['shrinks with the time since the response (P-007)', 600_000, 3_000_000],
    ['goes below zero after the hour (P-007)', 3_600_001, -1],
  ])('%s', (_, passed, left) => expect(remainingTime(answered, answered + passed)).toBe(left))

  it.each([
    [3_600_000, '60:00', false],
    [3_599_999, '59:59', false],
    [61_000, '01:01', false],
    [1_001, '00:01', false],
    [1_000, '00:01', true],
    [0, '00:00', true],
    [-5_000, '00:00', true],
  ])('%s ms is shown as %s, session over: %s', (left, shown, over) => {
    expect(formatRemaining(left)).toBe(shown)
    expect(isSessionOver(left)).toBe(over)
  })
})

describe('sign-in', () => {
  const byEmail: SignInForm = { by: 'email', email: 'ana@norte.example', password: 'x' }
  const byMobile: SignInForm = { by: 'mobile', prefix: '34', number: '600000001', password: 'x' }

  it.each<[string, SignInForm, string]>([
    ['is the e-mail (P-013)', byEmail, 'ana@norte.example'],
    ['is prefix;number (P-013)', byMobile, '34;600000001'],
    ['writes the prefix without its plus (P-013)', { ...byMobile, prefix: '+351' }, '351;600000001'],
    ['takes prefix 34 for none', { ...byMobile, prefix: '' }, '34;600000001'],
    ['leaves out blanks', { ...byMobile, prefix: ' +34 ', number: '600 000 001' }, '34;600000001'],
  ])('identifier %s', (_, form, identifier) => expect(signInIdentifier(form)).toBe(identifier))

  it.each<[string, SignInForm, object]>([
    ['accepts an e-mail', byEmail, {}],
    ['accepts a mobile', byMobile, {}],
    ['accepts a mobile without prefix', { ...byMobile, prefix: '' }, {}],
    ['accepts the shortest number', { ...byMobile, number: '123456' }, {}],
    ['accepts the longest number', { ...byMobile, number: '123456789012345' }, {}],
    ['refuses a number too short', { ...byMobile, number: '12345' }, { number: 'problems.numberInvalid' }],
    ['refuses a number too long', { ...byMobile, number: '1234567890123456' }, { number: 'problems.numberInvalid' }],
    ['refuses letters in a number', { ...byMobile, number: '60000000a' }, { number: 'problems.numberInvalid' }],
    ['refuses a prefix of five digits', { ...byMobile, prefix: '12345' }, { prefix: 'problems.prefixInvalid' }],
    ['refuses a bare plus', { ...byMobile, prefix: '+' }, { prefix: 'problems.prefixInvalid' }],
    ['refuses an e-mail without host', { ...byEmail, email: 'ana@' }, { email: 'problems.emailInvalid' }],
    ['refuses an e-mail without dot', { ...byEmail, email: 'ana@norte' }, { email: 'problems.emailInvalid' }],
    ['refuses two at signs', { ...byEmail, email: 'a@b@c.example' }, { email: 'problems.emailInvalid' }],
    ['refuses an empty e-mail', { ...byEmail, email: ' ' }, { email: 'problems.emailInvalid' }],
    [
      'names every field that is wrong',
      { by: 'mobile', prefix: 'x', number: '', password: '' },
      {
        prefix: 'problems.prefixInvalid',
        number: 'problems.numberInvalid',
        password: 'problems.passwordRequired',
      },
    ],
  ])('form %s', (_, form, problems) => expect(signInProblems(form)).toEqual(problems))

  it('joins identifier and hash with a colon and reads them back', () => {
    const pair = basicPair('34;600000001', 'qUqP5cyxm6YcTAhz05Hph5gvu9M=')
    expect(pair).toBe('34;600000001:qUqP5cyxm6YcTAhz05Hph5gvu9M=')
    expect(readBasicPair(pair)).toEqual({ identifier: '34;600000001', passwordHash: 'qUqP5cyxm6YcTAhz05Hph5gvu9M=' })
    expect(readBasicPair('nothing')).toBeUndefined()
    expect(readBasicPair(':hash')).toBeUndefined()
  })
})

describe('a canonical identifier', () => {
  it.each([
    ['Ana.Perez@DEMO.example', 'ana.perez@demo.example'],
    [' ana@demo.example ', 'ana@demo.example'],
    ['34;600000903', '34;600000903'],
    ['+34;600 000 903', '34;600000903'],
    ['0034;600000903', '34;600000903'],
  ])('of %s is %s', (identifier, canonical) => expect(canonicalIdentifier(identifier)).toBe(canonical))

  it.each(['34;600000903;0', '34;600000903;', ';600000903', '34;6000x0903', 'ana', 'ana@demo', '', '600000903'])(
    'does not exist for %s',
    (identifier) => expect(canonicalIdentifier(identifier)).toBeUndefined(),
  )
})

it.each([
  ['an e-mail', 'maria.soto@example.com', 'm…@e…'],
  ['a mobile number', '34;600000903', '+34 …03'],
  ['what is neither, which may be a password', undefined, '…'],
])('masks an unknown identifier: %s', (_, identifier, masked) => expect(maskedIdentifier(identifier)).toBe(masked))
