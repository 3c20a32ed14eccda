import { notifications } from '@mantine/notifications'
import type { PromoDetail, PromoOfUser } from '@parada/contract/calls/promos'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CallFailed } from '../kit/client.ts'
import { show } from '../kit/list/testing.tsx'
import { promoCodeList } from './promo-code-list.ts'
import { promoList } from './promo-list.ts'
import PromoPage from './promo-page.tsx'
import RedeemCode from './redeem-code.tsx'
import UserPromos from './user-promos.tsx'

await import('../kit/list/view/list-view.tsx')

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const until = (check: () => void) => waitFor(check, { interval: 5 })
const rows = () =>
  [...document.querySelectorAll('tbody tr[data-index]')].map((row) => [...row.children].map((cell) => cell.textContent))
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const sizes = () => [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)

const day = 86_400_000
const now = Date.now()
const promo = {
  id: 102,
  name: '<b>Verano</b>',
  internalDescription: 'Hoteles',
  active: true,
  type: 'percent',
  usesPerUser: 3,
  usesTotal: null,
  currentUsages: 12,
  validFrom: now - day,
  validTo: now + day,
  compatibleActionsToExecute: 'loadWallet,setServiceFinished',
  compatibleActionsToCreate: 'redeemCode',
  promoCodesAssociated: 2,
} as const
const code = {
  id: 7,
  name: 'Verano',
  code: 'VERANO',
  currentUsages: 5,
  usesTotal: 5,
  type: 'percent',
  idPromo: 102,
} as const
const elsewhere = { component: () => <p>elsewhere</p> }

it('lists promos with the kit’s defaults, shows their state in words and opens one (L-131, L-135)', async () => {
  const states = [
    [{}, 'Running'],
    [{ validFrom: now + day }, 'Not begun'],
    [{ validFrom: null, validTo: now - 1_000 }, 'Over'],
    [{ usesTotal: 12, validTo: null }, 'No end · Used up'],
  ] as const
  const { asked, router } = show({ '/promos': promoList, '/promo/$id': elsewhere }, () => ({
    rows: states.map(([change], index) => ({ ...promo, ...change, id: 102 + index })),
    totalQueryCount: 4,
  }))
  await until(() => expect(rows()).toHaveLength(4))
  expect(asked).toEqual([{ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid' }])
  expect(sizes()).toEqual(['20', '50', '200'])
  expect(headings().slice(0, 10)).toEqual([
    ...['Id', 'Name', 'Active', 'Type', 'Valid from', 'Valid to', 'Uses', 'Most uses', 'Given on', 'Paid on'],
  ])
  const [first, ...others] = rows()
  expect([first?.[1], first?.[2], first?.[3]]).toEqual(['<b>Verano</b>', 'Yes', 'Percentage'])
  expect([first?.[7], first?.[8], first?.[9]]).toEqual([
    'No limit',
    'Redeem code',
    'Wallet top-up, Taxi service finished',
  ])
  for (const [index, row] of [first, ...others].entries()) expect(row?.[5]).toContain(states[index]?.[1])
  fireEvent.click(screen.getAllByText('<b>Verano</b>')[0] as HTMLElement)
  await until(() => expect(router.state.location.pathname).toBe('/promo/102'))
})

it.each([
  ['si', 'true'],
  ['Yes', 'true'],
  ['1', 'true'],
  ['no', 'false'],
  ['0', 'false'],
  ['perhaps', undefined],
])('shows active as yes or no, and reads the filter text %s as %s (L-137)', async (typed, active) => {
  const { asked } = show({ '/promos': promoList }, () => ({
    rows: [promo, { ...promo, id: 103, active: false }],
    totalQueryCount: 2,
  }))
  await until(() => expect(rows().map((row) => row[2])).toEqual(['Yes', 'No']))
  const filter = screen.getByLabelText('Filter by Active')
  fireEvent.change(filter, { target: { value: typed } })
  fireEvent.keyDown(filter, { key: 'Enter' })
  if (active !== undefined) await until(() => expect(asked.at(-1)).toMatchObject({ active }))
  else await until(() => expect(asked.every((one) => !('active' in one))).toBe(true))
})

it('lists promo codes with the kit’s defaults, each linked to its promo (L-131, L-136)', async () => {
  const { asked, router } = show({ '/promoCode': promoCodeList, '/promo/$id': elsewhere }, () => ({
    rows: [code, { ...code, id: 8, code: '<i>X</i>', usesTotal: null }],
    totalQueryCount: 2,
  }))
  await until(() =>
    expect(rows()).toEqual([
      ['7', 'Verano', 'VERANO', '5', '5', 'Percentage', '102'],
      ['8', 'Verano', '<i>X</i>', '5', 'No limit', 'Percentage', '102'],
    ]),
  )
  expect(asked).toEqual([{ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid' }])
  expect(headings()).toEqual(['Id', 'Name', 'Code', 'Uses', 'Most uses', 'Type', 'Promo id'])
  fireEvent.click(screen.getByText('VERANO'))
  await until(() => expect(router.state.location.pathname).toBe('/promo/102'))
})

const detail: PromoDetail = {
  ...promo,
  amount: null,
  percent: 20,
  cap: 400,
  paid: 123_456,
  lastUses: [
    { id: 2, date: now, amount: 400, idUser: 100_001, userName: 'Eva Prueba' },
    { id: 1, date: now - day, amount: 250, idUser: 100_002, userName: null },
  ],
}
const onPage = (element: () => React.ReactNode, answer: Parameters<typeof show>[1]) =>
  show(
    { '/here': { component: element }, '/promo/$id': elsewhere, '/promos': elsewhere, '/promoCode': elsewhere },
    answer,
  )

it('shows a promo with its codes, its cost so far and its latest users (L-132)', async () => {
  onPage(
    () => <PromoPage id={102} />,
    () => ({ promoDetail: detail, promoCodesAssociated: [code, { ...code, id: 8, code: 'PLAYA', usesTotal: 9 }] }),
  )
  expect(await screen.findByRole('heading', { level: 1, name: '<b>Verano</b>' })).toBeTruthy()
  const facts = within(screen.getByRole('region', { name: 'About this promo' }))
  for (const text of ['20%, up to €4.00', '€1,234.56', 'Wallet top-up, Taxi service finished', 'Redeem code'])
    expect(facts.getByText(text)).toBeTruthy()
  const codes = within(screen.getByRole('region', { name: '2 codes' }))
  expect(codes.getByText('VERANO').closest('tr')?.textContent).toBe('VERANOVerano5 of 5 · Used up')
  expect(codes.getByText('PLAYA').closest('tr')?.textContent).toBe('PLAYAVerano5 of 9')
  const uses = within(screen.getByRole('region', { name: 'Last used by' }))
  expect(uses.getByRole('link', { name: 'Eva Prueba' }).getAttribute('href')).toBe('/users/userDetail/100001')
  expect(uses.getByText('User of another brand').textContent).toContain('100002')
})

it('returns to the list with the status text when a promo cannot be loaded', async () => {
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const { router } = onPage(
    () => <PromoPage id={9} />,
    () => {
      throw new CallFailed('Not found', 404, undefined, { status: 404, statusText: 'Not Found' })
    },
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/promos'))
  expect(toasts.mock.calls.map(([{ title, message }]) => [title, message])).toEqual([
    ["Couldn't load this promo", 'Not Found'],
  ])
})

const held: PromoOfUser = {
  ...{ id: 102, name: 'Verano', active: true, type: 'percent', usesPerUser: 3, usesTotal: null, currentUsages: 12 },
  ...{ validFrom: null, validTo: null, date: now, code: 'VERANO', uses: 2, paid: 650 },
}

it('shows the promos of a user, or an error when they cannot be loaded', async () => {
  onPage(
    () => <UserPromos idUser={100_001} />,
    () => ({ promosByUserList: [held, { ...held, id: 103, name: 'Feria', code: null, uses: 0, paid: 0 }] }),
  )
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toMatch(/^VeranoRunningsince .* · VERANO · paid 2 times · €6\.50$/)
  expect(second?.textContent).toMatch(/^FeriaRunningsince .* · not paid yet$/)
  cleanup()
  onPage(
    () => <UserPromos idUser={100_001} />,
    () => {
      throw new CallFailed('Server busy', 503)
    },
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Server busy')
})

it('redeems a code for a user, and shows a refusal next to the input', async () => {
  const onDone = vi.fn()
  const bodies: unknown[] = []
  let isRefused = true
  onPage(
    () => <RedeemCode idUser={100_001} onDone={onDone} />,
    (_, __, ___, given) => {
      bodies.push(given?.body)
      if (isRefused) throw new CallFailed('This code has expired.', 400, { field: 'code' })
      return { promo: held }
    },
  )
  const input = await screen.findByRole('textbox', { name: 'Redeem a promo code' })
  const button = screen.getByRole('button', { name: 'Redeem' })
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Enter the code')
  fireEvent.change(input, { target: { value: ' verano ' } })
  fireEvent.click(button)
  await until(() => expect(screen.getByRole('alert').textContent).toBe('This code has expired.'))
  expect(onDone).not.toHaveBeenCalled()
  isRefused = false
  fireEvent.change(input, { target: { value: 'verano' } })
  fireEvent.click(button)
  await until(() => expect(onDone).toHaveBeenCalledOnce())
  expect(bodies).toEqual([
    { idUser: 100_001, code: 'verano' },
    { idUser: 100_001, code: 'verano' },
  ])
  expect((input as HTMLInputElement).value).toBe('')
})
