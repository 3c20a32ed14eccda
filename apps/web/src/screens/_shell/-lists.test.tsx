import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../kit/list/testing.tsx'
import { addressList } from './address/-address-list.ts'
import { Route as caller } from './caller.tsx'
import { Route as notifications } from './notifications.tsx'
import { Route as numberValidations } from './numberValidations.tsx'
import { Route as taxiFeatures } from './taxiFeatures.tsx'

await import('../../kit/list/view/list-view.tsx')

const until = (check: () => void) => waitFor(check, { interval: 5 })
const rows = () =>
  [...document.querySelectorAll('tbody tr[data-index]')].map((row) => [...row.children].map((cell) => cell.textContent))
const ids = () => rows().map(([id]) => Number(id))
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const features = Array.from({ length: 45 }, (_, index) => ({
  id: index + 1,
  name: index % 5 ? `Large ${index}` : `Seat ${index}`,
}))

it('lists the id and name of taxi features at /taxiFeatures for any signed-in user (L-211)', async () => {
  expect(taxiFeatures.options.staticData?.access).toBe('signedIn')
  show({ '/taxiFeatures': taxiFeatures.options }, (_, call) =>
    call.path === '/users/:sd/self/taxifeatures' ? features : undefined,
  )
  await until(() => expect(rows()[0]).toEqual(['1', 'Seat 0']))
  expect(headings()).toEqual(['Id', 'Name'])
})

it('filters, sorts and pages the plain array of taxi features in the browser (L-212)', async () => {
  const { asked } = show({ '/taxiFeatures': taxiFeatures.options }, () => features)
  await until(() => expect(ids()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1)))
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  await until(() => expect(ids()).toEqual([41, 42, 43, 44, 45]))
  fireEvent.change(screen.getByLabelText('Filter by Name'), { target: { value: 'SEAT' } })
  fireEvent.keyDown(screen.getByLabelText('Filter by Name'), { key: 'Enter' })
  await until(() => expect(ids()).toEqual([1, 6, 11, 16, 21, 26, 31, 36, 41]))
  fireEvent.click(screen.getByRole('button', { name: 'Id' }))
  await until(() => expect(ids()[0]).toBe(41))
  expect(asked).toEqual([{}])
})

const validation = {
  id: 7,
  prefixMobileNumber: '+34',
  mobileNumber: '612345678',
  validationCode: '4821',
  smsSentResult: 'OK',
  idWhiteLabel: 3,
  dateCreated: new Date(2026, 9, 31, 8, 15).getTime(),
  dateValidated: null,
}

it('lists number validations with the kit’s defaults, without details or row actions (L-142)', async () => {
  expect(numberValidations.options.staticData?.access).toEqual(['viewUserByWhitelabel'])
  const { asked, router } = show({ '/numberValidations': numberValidations.options }, () => ({
    rows: [validation],
    totalQueryCount: 1,
  }))
  await until(() => expect(rows()).toHaveLength(1))
  expect(asked).toEqual([{ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid' }])
  expect([...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)).toEqual([
    '20',
    '50',
    '200',
  ])
  fireEvent.click(screen.getByText('612345678'))
  fireEvent.keyDown(screen.getByText('612345678'), { key: 'Enter' })
  expect(router.state.location.href).toBe('/numberValidations')
})

it('shows every field of a number validation (L-143)', async () => {
  show({ '/numberValidations': numberValidations.options }, () => ({ rows: [validation], totalQueryCount: 1 }))
  await until(() => expect(rows()).toEqual([['7', '+34', '612345678', '4821', 'OK', '3', '31/10/2026 08:15', '']]))
  expect(headings()).toEqual([
    'Id',
    'Prefix',
    'Mobile number',
    'Code',
    'SMS result',
    'White label',
    'Created',
    'Validated',
  ])
})

it.each([
  ['/taxiFeatures', taxiFeatures, /wheelchair/],
  ['/numberValidations', numberValidations, /confirm their mobile number/],
  ['/notifications', notifications, /messages that go out by themselves/],
  ['/address', { options: addressList }, /places that the desk books often/],
  ['/caller', caller, /People who call/],
])('explains the empty list at %s', async (path, route, text) => {
  show({ [path]: route.options as never }, (_, call) => {
    if (call.path.endsWith('/taxifeatures')) return []
    const beside = path === '/caller' && { beside: { authorization: [] } }
    return { rows: [], totalQueryCount: 0, ...beside }
  })
  expect(await screen.findByText(text)).toBeTruthy()
})
