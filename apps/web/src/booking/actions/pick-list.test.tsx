import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openModal } from '../testing.tsx'
import AccountForms from './account-forms.tsx'
import AddFleet from './add-fleet.tsx'
import DispatchBooking from './dispatch.tsx'
import ResendEmail from './resend-email.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const fleets = Array.from({ length: 45 }, (_, index) => ({
  id: 100 + index,
  fleetLongName: `Fleet ${100 + index}`,
  protocolDispatch: 4,
  status: 1,
}))

const choices = () => screen.queryAllByRole('radio').length
const stepOf = (ms: number) => act(() => vi.advanceTimersByTime(ms))

/** The number of choices shown just before the delay is over, and once it is. */
const aroundDelay = (label: string, text: string, delay: number) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  stepOf(delay - 1)
  const before = choices()
  stepOf(1)
  vi.useRealTimers()
  return [before, choices()]
}

describe('picking a fleet', () => {
  it('pages the fleet list by 20 and filters it 200 ms after typing (L-240)', async () => {
    await openModal(AddFleet, {
      booking: { fleetsFiltered: '' },
      answers: { 'GET /fleets/:sd/with-geoarea': { fleets } },
    })
    await waitFor(() => expect(choices()).toBe(20))
    expect(screen.getByText('1–20 of 45')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('41–45 of 45')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
    // Typing returns to the first page.
    expect(aroundDelay('Type to filter fleets', '14', 200)).toEqual([20, 6])
  })

  it('shows the fleet selection without pages and filters it 200 ms after typing (L-240)', async () => {
    await openModal(DispatchBooking, { answers: { 'GET /fleets/:sd/permission/:permission': { fleets } } })
    await waitFor(() => expect(choices()).toBe(45))
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
    expect(aroundDelay('Type to filter fleets', '14', 200)).toEqual([45, 6])
  })
})

describe('the processor-config picker', () => {
  const all = Array.from({ length: 12 }, (_, index) => ({
    id: 1010 + index,
    idPaymentAccount: 101,
    name: `Staff ${index + 1}`,
    activeForm: true,
    enableCachet: false,
  }))
  const dataConfigs = [
    { id: 1, name: 'Cost centre', value: '4410', enforce: 0 },
    { id: 2, name: 'Reason', value: '', enforce: 1 },
    { id: 3, name: 'Document', value: '', enforce: 7 },
  ]
  type ListQuery = { pageNumber: number; name?: string }

  const open = async () => {
    const queries: ListQuery[] = []
    const opened = await openModal(AccountForms, {
      answers: {
        'GET /processorConfig/:sd/list': ({ query }: { query?: object }) => {
          const { pageNumber, name = '' } = query as ListQuery
          queries.push(query as ListQuery)
          const found = all.filter((one) => one.name.includes(name))
          return { rows: found.slice(10 * pageNumber, 10 * pageNumber + 10), totalQueryCount: found.length }
        },
        'GET /processorConfig/:sd/:id': { processorConfig: { ...all[0], dataConfigs } },
      },
    })
    await waitFor(() => expect(choices()).toBe(10))
    return { ...opened, queries }
  }

  it('lists the account’s active forms, 10 to a page, filtered 500 ms after typing (B-142, L-240, L-249)', async () => {
    const { queries } = await open()
    expect(queries).toEqual([
      {
        pageNumber: 0,
        resultsPerPage: 10,
        activeForm: '1',
        mode: 'formsToCreateAuth',
        noLimitResults: 'false',
        idPaymentAccount: 101,
      },
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(choices()).toBe(2))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Type to filter forms'), { target: { value: '12' } })
    stepOf(499)
    expect(queries.some(({ name }) => name === '12')).toBe(false)
    stepOf(1)
    vi.useRealTimers()
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ name: '12', pageNumber: 0 }))
    await waitFor(() => expect(choices()).toBe(1))
  })

  it('shows the fields of the picked form and when each is asked for (B-142, B-143)', async () => {
    const { closed } = await open()
    fireEvent.click(screen.getByLabelText('Staff 1 (1010)'))
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    const rows = await screen.findAllByRole('row')
    expect(
      rows.slice(1).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Cost centre', '4410', 'the first time'],
      ['Reason', '—', 'always'],
      ['Document', '—', 'never'],
    ])
    fireEvent.click(screen.getByText('Close'))
    await waitFor(() => expect(closed).toHaveBeenCalled())
  })
})

it('the send-e-mail modal says that it was sent, and closes by itself after 2 s (L-241)', async () => {
  const { submit, closed } = await openModal(ResendEmail, {
    booking: { emailPassenger: 'maria@example.com' },
    answers: { 'POST /services/:sd/:id/resendEmailPassenger': null },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  submit()
  // Sending waits for promises only, not for timers.
  await act(async () => {
    for (let turns = 0; turns < 20; turns++) await Promise.resolve()
  })
  expect(screen.getByText('Email successfully sent to maria@example.com')).toBeTruthy()
  stepOf(1_999)
  expect(closed).not.toHaveBeenCalled()
  stepOf(1)
  expect(closed).toHaveBeenCalledWith(true)
})
