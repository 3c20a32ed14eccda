import { expect, it } from 'vitest'
import { codes } from '../codes.ts'
import { type Availability, normalizeCode, payoutOf, promoState, redeemProblem, type Worth } from './promo.ts'

const now = Date.UTC(2026, 10, 16)
const day = 86_400_000
const running: Availability = { active: true, validFrom: null, validTo: null, usesTotal: null, currentUsages: 7 }

it('lists the actions that pay out a promo (L-133)', () =>
  expect(codes.promoActionToExecute).toEqual({
    loadWallet: 'wallet top-up',
    setServiceFinished: 'taxi service finished',
    mobilitySetServiceFinished: 'sharing service finished',
    parkingSetServiceFinished: 'parking service finished',
    transportSetServiceFinished: 'transport service finished',
  }))

it('lists the actions that grant a promo (L-134)', () =>
  expect(codes.promoActionToCreate).toEqual({
    loadWallet: 'wallet top-up',
    createUser: 'user creation',
    redeemCode: 'redeem code',
  }))

it.each<[string, Partial<Availability>]>([
  ['running', {}],
  ['running', { validFrom: now, validTo: now, usesTotal: 8 }],
  ['notBegun', { validFrom: now + 1 }],
  ['over', { validTo: now - 1 }],
  ['usedUp', { usesTotal: 7 }],
  ['usedUp', { usesTotal: 0, currentUsages: 0 }],
  ['inactive', { active: false }],
  ['over', { validTo: now - 1, active: false, usesTotal: 7 }],
  ['inactive', { active: false, validFrom: now + day }],
])('the state is %s for a promo with %j', (state, change) =>
  expect(promoState({ ...running, ...change }, now)).toBe(state),
)

const promo = { ...running, actionsToCreate: ['redeemCode'] }
const fresh = { usesTotal: 100, currentUsages: 99 }
it.each([
  ['nothing', { promo, code: fresh, hasPromo: false }, undefined],
  ['that it is unknown', { promo: { ...promo, actionsToCreate: ['createUser'] } }, 'problems.codeUnknown'],
  ['that it was used already', { hasPromo: true }, 'problems.codeUsedAlready'],
  ['that it has expired', { promo: { ...promo, validTo: now - 1 } }, 'problems.codeExpired'],
  ['that it has not begun', { promo: { ...promo, validFrom: now + 1 } }, 'problems.codeNotBegun'],
  ['that it is inactive', { promo: { ...promo, active: false } }, 'problems.codeInactive'],
  ['that its promo is used up', { promo: { ...promo, usesTotal: 7 } }, 'problems.codeExhausted'],
  ['that it is used up', { code: { usesTotal: 100, currentUsages: 100 } }, 'problems.codeExhausted'],
])('redeeming a code says %s', (_, change, problem) =>
  expect(redeemProblem({ promo, code: fresh, hasPromo: false, ...change }, now)).toBe(problem),
)

const fixed: Worth = { type: 'fixed', amount: 500, percent: null, cap: null }
const percent: Worth = { type: 'percent', amount: null, percent: 10, cap: 300 }
it.each<[Worth, number, number]>([
  [fixed, 0, 500],
  [fixed, 10_000, 500],
  [percent, 1_999, 199],
  [percent, 3_000, 300],
  [percent, 1_000_000, 300],
  [percent, 0, 0],
  [percent, -500, 0],
  [{ ...percent, percent: 100, cap: null }, 1_999, 1_999],
  [{ ...percent, percent: 100, cap: null }, 9_999_900, 1_000_000],
])('a promo worth %j pays for %d cents: %d', (worth, base, cents) => expect(payoutOf(worth, base)).toBe(cents))

it('reads a code regardless of case and surrounding spaces', () =>
  expect(normalizeCode(' \tbienvenida-5 \n')).toBe('BIENVENIDA-5'))
