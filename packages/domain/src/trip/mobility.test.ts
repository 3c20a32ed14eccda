import { describe, expect, it, vi } from 'vitest'
import { grantsOf } from '../access/permissions.ts'
import { mayEditToInvoice, mayOpenToInvoice } from './mobility.ts'

const granted = (key1: string, value: string) => grantsOf([{ key1, value }])
const ofAccount = { idPaymentAccount: 102 }

describe.each([
  ['viewMTIDetailByPA', mayOpenToInvoice],
  ['editMobilityToInvoiceByPA', mayEditToInvoice],
] as const)('%s', (key, may) => {
  it.each([
    ['all', true],
    ['{"paymentAccounts":[{"id":101},{"id":102}]}', true],
    ['[102]', true],
    ['{"paymentAccounts":[{"id":101}]}', false],
    ['[]', false],
    ['', false],
  ])('reads %j', (value, allowed) => expect(may(granted(key, value), ofAccount, vi.fn())).toBe(allowed))

  it('denies and reports an unreadable value', () => {
    const onProblem = vi.fn()
    expect(may(granted(key, '{"paymentAccounts":'), ofAccount, onProblem)).toBe(false)
    expect(onProblem).toHaveBeenCalledOnce()
  })

  it('covers a ride without an account only with all accounts', () => {
    expect(may(granted(key, 'all'), { idPaymentAccount: null }, vi.fn())).toBe(true)
    expect(may(granted(key, '[102]'), { idPaymentAccount: null }, vi.fn())).toBe(false)
  })
})
