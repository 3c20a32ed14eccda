import { describe, expect, it } from 'vitest'
import { grantsOf } from '../access/permissions.ts'
import { mayEditUser, whiteLabelsSeen } from './access.ts'
import { userProblems, verifiedAfter } from './edit.ts'
import type { UserRecord } from './fields.ts'
import { byDay, unitsOf } from './wallet.ts'

const grants = (key1: string, value: string) => grantsOf([{ key1, value }])

describe('a user', () => {
  it.each([
    ['all', 7, true],
    ['5,7', 7, true],
    ['5', 7, false],
    ['', 7, false],
  ])('with editUserByWhitelabel %j and white label %i may be edited: %s', (value, idWhiteLabel, may) =>
    expect(mayEditUser(grants('editUserByWhitelabel', value), { idWhiteLabel })).toBe(may),
  )

  it('is visible only with viewUserByWhitelabel', () => {
    expect(whiteLabelsSeen(grants('viewUserByWhitelabel', 'all'))).toBe('all')
    expect(whiteLabelsSeen(grants('viewUserByWhitelabel', '1, 101'))).toEqual(new Set([1, 101]))
    expect(whiteLabelsSeen(grants('editUserByWhitelabel', 'all'))).toEqual(new Set())
  })

  const typed = { firstName: 'Ana', userEmail: 'ana@demo.example', prefixMobileNumber: '34', mobileNumber: '600111222' }
  it.each([
    ['is valid', {}, {}],
    ['may have no e-mail', { userEmail: null }, {}],
    ['may have no telephone', { prefixMobileNumber: '', mobileNumber: '' }, {}],
    ['needs a first name', { firstName: ' ' }, { firstName: 'problems.missingProperty' }],
    ['needs a valid e-mail', { userEmail: 'ana@' }, { userEmail: 'problems.emailInvalid' }],
    ['needs a valid mobile number', { mobileNumber: '600 11' }, { mobileNumber: 'problems.numberInvalid' }],
    ['needs a valid prefix', { prefixMobileNumber: '+34' }, { prefixMobileNumber: 'problems.prefixInvalid' }],
    [
      'needs an e-mail or a mobile number',
      { userEmail: '', mobileNumber: null },
      { userEmail: 'problems.userUnreachable' },
    ],
  ])('%s', (_, change, problems) => expect(userProblems({ ...typed, ...change })).toEqual(problems))

  it('has to verify a changed address or number again', () => {
    const before = { ...typed, isEmailVerified: true, isMobileNumberVerified: true } as UserRecord
    expect(verifiedAfter(before, { ...typed, firstName: 'Eva' })).toEqual({})
    expect(verifiedAfter(before, { userEmail: 'eva@demo.example' })).toEqual({ isEmailVerified: false })
    expect(verifiedAfter(before, { prefixMobileNumber: '351' })).toEqual({ isMobileNumberVerified: false })
  })
})

describe('a wallet', () => {
  it.each([
    [1_250, 12.5],
    [-99, -0.99],
    [0, 0],
  ])('shows %i cents as %d', (cents, units) => expect(unitsOf(cents)).toBe(units))

  it('groups movements by day, in the user’s time zone', () => {
    const at = (iso: string) => ({ date: Date.parse(iso) })
    const [late, evening, day] = [at('2026-11-15T23:30Z'), at('2026-11-15T22:59Z'), at('2026-11-15T08:00Z')]
    expect(byDay([late, evening, day], 'Europe/Madrid').map(({ movements }) => movements)).toEqual([
      [late],
      [evening, day],
    ])
    expect(byDay([late, evening, day], 'UTC')).toHaveLength(1)
    expect(byDay([], 'UTC')).toEqual([])
  })
})
