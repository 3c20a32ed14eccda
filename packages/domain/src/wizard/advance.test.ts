import { describe, expect, it } from 'vitest'
import { advance, advanceFar, stepProblem, type WizardRules } from './advance.ts'
import { type Draft, newDraft, type WizardVariant } from './draft.ts'

const now = Date.parse('2026-11-15T09:05:00Z')
const rules: WizardRules = { now, timeZone: 'Europe/Madrid' }
const sol = { addressField: 'Puerta del Sol', lat: 40.4169, lon: -3.7035 }
const atocha = { addressField: 'Atocha', lat: 40.4066, lon: -3.6906 }
const person = { idAuthorization: 3, name: 'Eva', phoneNumber: '600000001' }

const draftOf = (step: 1 | 2 | 3, fields: Partial<Draft> = {}, variant: WizardVariant = 'new-booking') =>
  newDraft({
    key: 'a',
    variant,
    kind: 'caller',
    step,
    phoneNumber: '600000007',
    origin: sol,
    destination: atocha,
    idFleet: 29,
    ...fields,
  })

describe('a step', () => {
  const authorization = { kind: 'authorization', subscriberCode: '6101', userNumber: '1' } as const
  const breaks = [{ id: 2, mandatory: true }]

  it.each<[string, Draft, WizardRules, string | undefined, string | undefined]>([
    ['a number', draftOf(1, { phoneNumber: ' ' }), rules, 'phoneNumber', 'problems.missingProperty'],
    ['a number that rings', draftOf(1, { phoneNumber: '12ab' }), rules, 'phoneNumber', 'problems.numberInvalid'],
    [
      'a code',
      draftOf(1, { ...authorization, subscriberCode: '' }),
      rules,
      'subscriberCode',
      'problems.missingProperty',
    ],
    ['a user', draftOf(1, { ...authorization, userNumber: '' }), rules, 'userNumber', 'problems.missingProperty'],
    ['somebody', draftOf(1, authorization), rules, 'userNumber', 'problems.authorizationNotFound'],
    [
      'somebody who may book',
      draftOf(1, { ...authorization, customer: { ...person, problem: 'problems.authorizationExpired' } }),
      rules,
      'userNumber',
      'problems.authorizationExpired',
    ],
    ['nothing of who may', draftOf(1, { ...authorization, customer: person }), rules, undefined, undefined],
    ['an origin', draftOf(2, { origin: null }), rules, 'origin', 'problems.originNotComplete'],
    ['a whole origin', draftOf(2, { origin: { addressField: 'Sol' } }), rules, 'origin', 'problems.originNotComplete'],
    ['no destination', draftOf(2, { destination: null }), rules, undefined, undefined],
    [
      'a destination where it is mandatory',
      draftOf(2, { destination: null }),
      { ...rules, mandatoryDestination: true },
      'destination',
      'problems.destinationNotComplete',
    ],
    ['whole stops', draftOf(2, { stops: [sol, { addressField: 'x' }] }), rules, 'stop1', 'problems.stopNotComplete'],
    ['a time it understands', draftOf(2, { when: 'soonish' }), rules, 'when', 'problems.startNotUnderstood'],
    ['a time to come', draftOf(2, { when: 'today 8:00' }), rules, 'when', 'problems.startInPast'],
    ['a time within a year', draftOf(2, { when: '1-1-2028 8' }), rules, 'when', 'problems.startOutOfRange'],
    ['a time of a driven ride', draftOf(2, {}, 'historic'), rules, 'when', 'problems.missingProperty'],
    [
      'no later day of one',
      draftOf(2, { when: 'tomorrow 8' }, 'to-invoice'),
      rules,
      'when',
      'problems.startAfterToday',
    ],
    ['any earlier day of one', draftOf(2, { when: '1-1-2020 8' }, 'historic'), rules, undefined, undefined],
    ['short notes', draftOf(2, { notes: 'x'.repeat(257) }), rules, 'notes', 'problems.messageTooLong'],
    [
      'a passenger',
      draftOf(3, { phoneNumberPassenger: '' }),
      rules,
      'phoneNumberPassenger',
      'problems.missingProperty',
    ],
    ['a fleet', draftOf(3, { idFleet: null }), rules, 'idFleet', 'problems.missingProperty'],
    ['a policy', draftOf(3, { hasFilterPolicy: true }), rules, 'fleetFilterPolicy', 'problems.filterPolicyRequired'],
    ['its breaks', draftOf(3), { ...rules, breaks }, 'break2', 'problems.breakRequired'],
    ['its breaks filled', draftOf(3, { breaks: { 2: 'x' } }), { ...rules, breaks }, undefined, undefined],
    ['an address of mail', draftOf(3, { emailPassenger: 'eva' }), rules, 'emailPassenger', 'problems.emailInvalid'],
    ['a price', draftOf(3, { priceCustomerTotal: -1 }), rules, 'priceCustomerTotal', 'problems.priceNegative'],
    ['dates', draftOf(3, { recurringDates: ['1-1-27'] }), rules, 'recurringDates', 'problems.dateInvalid'],
  ])('asks for %s', (_, draft, given, field, problem) => {
    const found = stepProblem(draft, given)
    expect([found?.field, found?.problem]).toEqual([field, problem])
    expect(advance(draft, given).draft === draft).toBe(problem !== undefined || draft.step === 3)
  })

  it('reports the date and time of a start in the past', () =>
    expect(stepProblem(draftOf(2, { when: 'today 8:00' }), rules)?.values).toEqual({
      date: '15/11/2026',
      time: '08:00',
    }))
})

describe('moving on', () => {
  it('stores the start that was typed, or now if none was', () => {
    expect(advance(draftOf(2), rules).draft).toMatchObject({ step: 3, start: now, asap: true })
    expect(advance(draftOf(2, { when: '11' }), rules).draft).toMatchObject({
      start: Date.parse('2026-11-15T10:00:00Z'),
      asap: false,
    })
  })

  it.each([
    ['10:20', true],
    ['10:21', false],
    ['10:00', true],
  ])('treats a start at %s as asap: %s, with asapFromStartTime', (when, asap) =>
    expect(advance(draftOf(2, { when }), { ...rules, asapFromStartTime: true }).draft.asap).toBe(asap),
  )

  it('takes a repeated ride to the first incomplete step', () => {
    expect(advanceFar(draftOf(1), rules)).toMatchObject({ step: 3, start: now })
    expect(advanceFar(draftOf(1, {}, 'historic'), rules).step).toBe(2)
    expect(advanceFar(draftOf(1, { phoneNumber: '' }), rules).step).toBe(1)
  })
})
