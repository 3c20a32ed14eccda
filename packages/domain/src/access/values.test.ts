import { describe, expect, it, vi } from 'vitest'
import { lesseesNamed, mayManageLessee } from './lessees.ts'
import { type Grants, type PermissionKey, permissionKeys } from './permissions.ts'
import {
  fleetsAllowed,
  isHistoricalCustomer,
  mayAddFleet,
  mayUseFleet,
  mayUseId,
  mayUsePaymentAccount,
  paymentAccountsAllowed,
  phoneNumbersToReceive,
} from './values.ts'

const holding = (permissions: Record<string, string>): Grants => new Map(Object.entries(permissions))
const unexpected = (problem: string) => expect.unreachable(problem)

describe('a fleet permission', () => {
  it.each<[string, Record<string, string>, 'all' | number[]]>([
    ['reads a comma-separated list of fleets (P-028)', { editServiceByFleet: '29,87' }, [29, 87]],
    ['reads all as every fleet (P-028)', { editServiceByFleet: 'all' }, 'all'],
    ['tolerates blanks (P-028)', { editServiceByFleet: ' 29 , 87,' }, [29, 87]],
    ['covers no fleet with an empty list', { editServiceByFleet: '' }, []],
    ['covers no fleet if it is denied', { editServiceByFleet: 'false' }, []],
    ['covers no fleet if it is absent', {}, []],
    ['covers no fleet if its value names none', { editServiceByFleet: 'true,-3,1e2,ALL' }, []],
    ['covers every fleet with the wildcard, whatever the list', { '*': 'true', editServiceByFleet: '29' }, 'all'],
  ])('%s', (_, permissions, fleets) =>
    expect(fleetsAllowed(holding(permissions), 'editServiceByFleet')).toEqual(
      fleets === 'all' ? 'all' : new Set(fleets),
    ),
  )

  it.each<[string, string, number | null, boolean]>([
    ['allows a listed fleet (P-028)', '29,87', 87, true],
    ['refuses a fleet outside the list (P-028)', '29,87', 8, false],
    ['allows any fleet with all (P-028)', 'all', 8, true],
    ['refuses a missing fleet if it holds a list', '29', null, false],
  ])('%s', (_, value, fleet, allowed) =>
    expect(mayUseFleet(holding({ dispatchServiceByFleet: value }), 'dispatchServiceByFleet', fleet)).toBe(allowed),
  )

  it('follows the same rules as other id lists', () => {
    const grants = holding({ viewTicketToInvoiceBySupplier: '4', editUserByWhitelabel: 'all' })
    expect(mayUseId(grants, 'viewTicketToInvoiceBySupplier', 4)).toBe(true)
    expect(mayUseId(grants, 'viewTicketToInvoiceBySupplier', 5)).toBe(false)
    expect(mayUseId(grants, 'editUserByWhitelabel', 5)).toBe(true)
  })
})

describe('mayAddFleet', () => {
  const listed = '{"paymentAccounts":[{"id":5},{"id":12}]}'
  it.each<[string, Record<string, string>, number | null, boolean, boolean]>([
    ['grants a listed payment account (P-029)', { addFleetByPA: listed }, 12, true, false],
    ['denies a payment account outside the list (P-029)', { addFleetByPA: listed }, 1, false, false],
    ['denies a booking without a payment account (P-029)', { addFleetByPA: listed }, null, false, false],
    ['denies and reports nothing without the key', {}, 12, false, false],
    ['denies and reports nothing for the text false', { addFleetByPA: 'false' }, 12, false, false],
    ['reports and denies broken JSON (P-030)', { addFleetByPA: '{"paymentAccounts":[' }, 12, false, true],
    ['reports and denies all, which is not JSON (P-030)', { addFleetByPA: 'all' }, 12, false, true],
    ['reports and denies JSON of another shape (P-030)', { addFleetByPA: '[12]' }, 12, false, true],
    ['reports and denies items without an id (P-030)', { addFleetByPA: '{"paymentAccounts":[{}]}' }, 12, false, true],
    ['reports and denies null (P-030)', { addFleetByPA: 'null' }, 12, false, true],
    ['grants everything with the wildcard', { '*': 'true', addFleetByPA: 'all' }, null, true, false],
  ])('%s', (_, permissions, account, granted, reported) => {
    const onProblem = vi.fn()
    expect(mayAddFleet(holding(permissions), account, onProblem)).toBe(granted)
    expect(onProblem).toHaveBeenCalledTimes(reported ? 1 : 0)
  })
})

describe('paymentAccountsAllowed', () => {
  it.each<[string, string, 'all' | number[]]>([
    ['reads all', 'all', 'all'],
    ['reads the JSON object', '{"paymentAccounts":[{"id":5},{"id":12}]}', [5, 12]],
    ['reads a bare list of ids', '[5,12]', [5, 12]],
    ['reads a bare list of objects', '[{"id":5},{"id":"12"}]', [5, 12]],
    ['reads a comma-separated list', '5, 12', [5, 12]],
    ['allows none for an empty value', '', []],
    ['allows none for an empty list', '[]', []],
    ['allows none for the text false', 'false', []],
  ])('%s', (_, value, accounts) => {
    for (const key of ['viewPTIDetailByPA', 'viewMTIDetailByPA', 'editMobilityToInvoiceByPA'] as const)
      expect(paymentAccountsAllowed(holding({ [key]: value }), key, unexpected)).toEqual(
        accounts === 'all' ? 'all' : new Set(accounts),
      )
  })

  it.each(['true', '{', '{"paymentAccounts":5}', '[1,"x"]', '{}'])('reports and denies %s', (value) => {
    const onProblem = vi.fn()
    const grants = holding({ viewPTIDetailByPA: value })
    expect(mayUsePaymentAccount(grants, 'viewPTIDetailByPA', 1, onProblem)).toBe(false)
    expect(onProblem).toHaveBeenCalledTimes(1)
  })

  it('allows every account with the wildcard', () =>
    expect(paymentAccountsAllowed(holding({ '*': 'true' }), 'viewPTIDetailByPA', unexpected)).toBe('all'))
})

describe('permissions whose value is data', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['lists the numbers named', { receiveCallsFromNumber: '910000001, 910000002' }, ['910000001', '910000002']],
    ['keeps leading zeroes', { receiveCallsFromNumber: '0034910000001' }, ['0034910000001']],
    ['takes nothing from all', { receiveCallsFromNumber: 'all' }, []],
    ['leaves out what is no number', { receiveCallsFromNumber: '91000x,+34,910000001,#' }, ['910000001']],
    ['takes nothing from the wildcard', { '*': 'true' }, []],
    ['keeps named numbers beside the wildcard', { '*': 'true', receiveCallsFromNumber: '910000001' }, ['910000001']],
  ])('phoneNumbersToReceive %s', (_, permissions, numbers) =>
    expect(phoneNumbersToReceive(holding(permissions))).toEqual(numbers),
  )

  it.each<[Record<string, string>, boolean]>([
    [{ customerType: '2' }, true],
    [{ customerType: '1' }, false],
    [{ customerType: '22' }, false],
    [{ '*': 'true' }, false],
    [{}, false],
  ])('isHistoricalCustomer of %j is %s', (permissions, historical) =>
    expect(isHistoricalCustomer(holding(permissions))).toBe(historical),
  )

  const [first, second] = [
    { taxId: 'B00000001', name: 'Coches Uno' },
    { taxId: 'B00000002', name: 'Dos, S.L./Norte' },
  ]
  it.each<[string, string, unknown[]]>([
    ['a comma list', 'B00000001/Coches Uno', [first]],
    ['JSON', '{"arrendatariosToManage":["B00000001/Coches Uno","B00000002/Dos, S.L./Norte"]}', [first, second]],
    ['a bare JSON list', '["B00000002/Dos, S.L./Norte"]', [second]],
    ['all as no name', 'all', []],
    ['an entry without name as none', 'B00000001,/x', []],
  ])('lesseesNamed reads %s', (_, value, lessees) =>
    expect(lesseesNamed(holding({ adminFleetVehicleByNifArrendatario: value }))).toEqual(lessees),
  )

  it.each<[string, Record<string, string>, boolean]>([
    ['a named lessee', { viewRouteSheetsByNifArrendatario: 'B00000001/Coches Uno' }, true],
    ['a lessee in another spelling', { viewRouteSheetsByNifArrendatario: 'b-00000001/Coches Uno' }, true],
    ['another lessee', { viewRouteSheetsByNifArrendatario: 'B00000009/Otro' }, false],
    ['all', { viewRouteSheetsByNifArrendatario: 'all' }, true],
    ['the wildcard', { '*': 'true' }, true],
    ['nothing', {}, false],
  ])('mayManageLessee with %s', (_, permissions, allowed) =>
    expect(mayManageLessee(holding(permissions), 'viewRouteSheetsByNifArrendatario', 'B00000001')).toBe(allowed),
  )
})

it('never throws on any value of any key', () => {
  for (const key of permissionKeys as readonly PermissionKey[])
    for (const value of ['null', '[[]]', '{"paymentAccounts":[null]}', '{"id":1}', '💥', '"', ','.repeat(1_000)])
      expect(() => {
        const grants = holding({ [key]: value })
        fleetsAllowed(grants, key)
        mayAddFleet(grants, 1, () => undefined)
        paymentAccountsAllowed(grants, 'viewPTIDetailByPA', () => undefined)
        phoneNumbersToReceive(grants)
        lesseesNamed(grants)
      }).not.toThrow()
})
