import { type Access, anyOf, grantsOf } from '@parada/domain/access/permissions'
import { describe, expect, it, vi } from 'vitest'
import { decide, safeTarget, type Visit } from './guard.ts'

const asked: Visit = {
  isSignedIn: true,
  grants: grantsOf([{ key1: 'viewPromo', value: 'true' }]),
  access: ['public', 'signedIn', anyOf('viewPromo')],
  target: '/promos',
  previous: '/taxiFeatures?page=2',
}
const denied = { access: [anyOf('viewInvoiceByIP')] }

describe('the guard', () => {
  it.each<[string, Partial<Visit>, ReturnType<typeof decide>]>([
    ['allows what every matched route allows', {}, 'allow'],
    ['sends the unauthenticated to sign-in (P-024)', { isSignedIn: false, grants: undefined }, { signIn: true }],
    ['sends the unauthorized back to the previous page (P-025)', denied, { to: '/taxiFeatures?page=2' }],
    ['goes to the dashboard if there is no previous page', { ...denied, previous: undefined }, { to: '/dashboard' }],
    ['never redirects to the page just denied', { ...denied, previous: '/promos' }, { to: '/dashboard' }],
    ['never goes back to the sign-in page', { ...denied, previous: '/pages/signin' }, { to: '/dashboard' }],
    [
      'denies when a parent route denies',
      { access: [anyOf('viewInvoiceByIP'), 'signedIn'] },
      { to: '/taxiFeatures?page=2' },
    ],
  ])('%s', (_, change, decision) => expect(decide({ ...asked, ...change })).toEqual(decision))

  it.each<[string, Access, boolean]>([
    ['either of two keys is enough', anyOf('viewInvoiceByIP', 'viewPromo'), true],
    ['either of two keys is enough, in any order', anyOf('viewPromo', 'viewInvoiceByIP'), true],
    ['neither of the two is held', anyOf('viewInvoiceByIP', 'viewTicketTitles'), false],
    ['any asks for none', 'signedIn', true],
  ])('checks the keys of the route: %s (L-002)', (_, access, isOpen) =>
    expect(decide({ ...asked, access: [access] }) === 'allow').toBe(isOpen),
  )

  it('warns and denies if there is no permission list (P-027)', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(decide({ ...asked, grants: undefined })).not.toBe('allow')
    expect(decide({ ...asked, grants: undefined, access: ['signedIn'] })).not.toBe('allow')
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
  })

  it.each([
    ['/numberValidations?page=2', '/numberValidations?page=2'],
    ['//elsewhere.example', '/dashboard'],
    ['/\\elsewhere.example', '/dashboard'],
    ['https://elsewhere.example', '/dashboard'],
    ['/pages/signin', '/dashboard'],
    [undefined, '/dashboard'],
  ])('resolves the target %s after sign-in to %s', (path, target) => expect(safeTarget(path)).toBe(target))
})
