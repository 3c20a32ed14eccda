import { describe, expect, it } from 'vitest'
import { parseFormConfig } from '../authorization/form.ts'
import { codes } from '../codes.ts'
import { accountsOfRoutes, maySeeRoute } from './access.ts'
import { areBreaksFilled, authorizationBreaksShown, keptBreaks, routeBreakProblems } from './breaks.ts'
import { mayEditBreaks, routeStatus, statusesOfGlobal, statusWithBreaks } from './status.ts'

const statuses = Object.keys(codes.routeStatus).map(Number)

describe('the status of a route', () => {
  it('is one of twelve (L-178) (L-179)', () =>
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      -500, -400, -200, -110, -100, 100, 150, 200, 250, 300, 350, 400,
    ]))

  it('allows editing account fields in 200, 250 and 350 (L-180)', () =>
    expect(statuses.filter((status) => mayEditBreaks({ status })).toSorted((a, b) => a - b)).toEqual([200, 250, 350]))

  it('maps to one of four global statuses, and a distance has one of three types (L-181)', () => {
    expect(statusesOfGlobal).toEqual({
      finished: [200, 250, 300, 350, 400],
      active: [100, 150],
      erroneous: [-400, -200, -110],
      discarded: [-500, -100],
    })
    expect(codes.routeGlobalStatus).toEqual({ 2: 'finished', 1: 'active', [-1]: 'erroneous', [-2]: 'discarded' })
    expect(codes.routeDistanceType).toEqual({ 1: 'manual', 2: 'calculated by a maps service', 3: 'automatic' })
  })

  it.each([
    [1, false, routeStatus.manualBreaksMissing],
    [1, true, routeStatus.manualReady],
    [2, true, routeStatus.ready],
    [3, false, routeStatus.breaksMissing],
    [3, true, routeStatus.ready],
  ])('of distance type %i depends on its account fields being filled (%s)', (type, areFilled, status) =>
    expect(statusWithBreaks(type, areFilled)).toBe(status),
  )
})

describe('the account fields of a route', () => {
  const asked = {
    configs: [
      {
        id: 1,
        label: 'Motivo',
        valueDependencies: [
          { value: 'Visita', dependencies: [{ idBreak: 2, visible: true, mandatory: true }] },
          { value: '$else', dependencies: [{ idBreak: 2, visible: false }] },
        ],
      },
      { id: 2, label: 'Cliente' },
    ],
    form: parseFormConfig(
      JSON.stringify({
        authorizationBreak1: { title: 'Proyecto', regex: String.raw`^OT-\d{2}$` },
        authorizationBreak3: { title: 'Responsable' },
        userNumber: { regex: '^x$' },
      }),
    ),
  }
  const filled = { booking: { 1: 'Visita', 2: 'Acme' }, authorization: { 1: 'OT-01' } }

  it.each([
    ['everything', {}, true],
    ['nothing that is asked for', { booking: {} }, true],
    ['no answer to what another one asks for', { booking: { 1: 'Visita' } }, false],
    ['blanks only', { booking: { 1: 'Visita', 2: '  ' } }, false],
    ['no project', { authorization: {} }, false],
    ['a project of another form', { authorization: { 1: '1' } }, false],
  ])('with %s count as filled: %s', (_, change, areFilled) =>
    expect(areBreaksFilled(asked, { ...filled, ...change })).toBe(areFilled),
  )

  it('count as filled if the account asks for none', () =>
    expect(areBreaksFilled({ configs: [], form: new Map() }, { booking: {}, authorization: {} })).toBe(true))

  it('are shown if the form names them or they have a value', () =>
    expect(authorizationBreaksShown(asked, { 7: 'old' })).toEqual([1, 3, 7]))

  it('cannot be saved if the account does not ask for them or they break its form', () => {
    expect(routeBreakProblems(asked, filled)).toEqual([])
    expect(routeBreakProblems(asked, { booking: { 1: '' }, authorization: { 1: '' } })).toEqual([])
    expect(routeBreakProblems(asked, { booking: { 5: 'x' }, authorization: { 1: 'x' } })).toEqual([
      { field: 'bookingBreakValue5', problem: 'problems.breakNotAsked' },
      { field: 'authorizationBreakValue1', problem: 'problems.correctTheForm' },
    ])
  })

  it('lose their values when hidden', () =>
    expect(keptBreaks(asked, { booking: { 1: 'Feria', 2: 'Acme' }, authorization: { 1: 'OT-01', 2: '' } })).toEqual({
      bookingBreaks: [{ id: 1, value: 'Feria', label: 'Motivo' }],
      authorizationBreaks: [{ id: 1, value: 'OT-01' }],
    }))
})

describe('the routes that a user may see', () => {
  const ignore = () => {}
  it.each([
    ['all', 7, true],
    ['all', null, true],
    ['3,7', 7, true],
    ['3,7', 8, false],
    ['3,7', null, false],
    ['{"paymentAccounts":[{"id":7}]}', 7, true],
    ['[{', 7, false],
  ])('with %s: account %s %s', (viewRouteTrackingByPA, idPaymentAccount, sees) =>
    expect(maySeeRoute(new Map([['viewRouteTrackingByPA', viewRouteTrackingByPA]]), { idPaymentAccount }, ignore)).toBe(
      sees,
    ),
  )
  it('are those of the listed accounts', () =>
    expect(accountsOfRoutes(new Map([['viewRouteTrackingByPA', '3']]), ignore)).toEqual(new Set([3])))
})
