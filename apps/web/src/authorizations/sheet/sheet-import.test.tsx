import { type AuthorizationSheet, authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import { authorizations } from '@parada/contract/calls/authorizations'
import type { AuthorizationRow } from '@parada/contract/customer'
import type { Call } from '@parada/contract/kit'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testSession } from '../../booking/testing.tsx'
import { CallFailed } from '../../kit/client.ts'
import type { Download } from '../../kit/download.ts'
import { show } from '../../kit/list/testing.tsx'
import { SessionProvider } from '../../session/use-session.ts'
import Several from './several.tsx'
import { SheetDrop } from './sheet-drop.tsx'
import SheetImport from './sheet-import.tsx'

const until = (check: () => void) => waitFor(check, { interval: 5 })
afterEach(cleanup)

const columns = [
  { field: 'subscriberCode', heading: 'Subscriber code' },
  { field: 'userNumber', heading: 'User number' },
  { field: 'firstName', heading: 'First name' },
]
const sheet: AuthorizationSheet = {
  id: 7,
  fileName: 'people.xlsx',
  columns,
  counts: { new: 150, changed: 1, unchanged: 2, refused: 1 },
  written: 0,
  left: 151,
}
const rows = [
  { number: 2, kind: 'new' as const, cells: ['6101', '1', 'Olga'], problems: [], before: {}, isWritten: false },
  {
    number: 3,
    kind: 'changed' as const,
    cells: ['6101', '2', 'Ana'],
    problems: [],
    before: { firstName: 'Eva' },
    isWritten: false,
  },
  {
    number: 4,
    kind: 'refused' as const,
    cells: ['6101', '3', 'Luz'],
    problems: [
      { field: 'userNumber', problem: 'problems.sheetDuplicate', errorMessage: '', values: { row: 9 } },
      { field: 'authorizationBreak1', problem: 'problems.cellForm', errorMessage: '' },
    ],
    before: {},
    isWritten: false,
  },
]

type CallMade = { call: Call; given: { query?: object; body?: unknown; params?: object } }
type Answers = (call: Call, sent: readonly CallMade[]) => unknown

const accounts = {
  accounts: [
    { id: 101, name: 'Acme' },
    { id: 102, name: 'Norte' },
  ],
}

const open = (Component: () => React.ReactNode, answers: Answers = () => undefined, download?: Download) => {
  const sent: CallMade[] = []
  const session = testSession({ '*': 'true' })
  const Screen = () => (
    <SessionProvider value={session}>
      <Component />
    </SessionProvider>
  )
  const view = show(
    { '/': { component: Screen } },
    async (_, call, __, given) => {
      sent.push({ call, given: given as never })
      const own = await answers(call, sent)
      if (own !== undefined) return own
      if (call === authorizations.accounts) return accounts
      if (call === authorizationSheets.upload) return { sheet }
      return { rows, total: 154 }
    },
    { ...(download && { download }) },
  )
  return { ...view, sent, of: (call: Call) => sent.filter((one) => one.call === call) }
}

const file = new File(['x'], 'people.xlsx')
const choose = async () => fireEvent.change(await screen.findByLabelText('File'), { target: { files: [file] } })

const onClose = vi.fn()
const preview = async (answers?: Answers, download?: Download) => {
  onClose.mockClear()
  const opened = open(() => <SheetImport onClose={onClose} />, answers, download)
  await choose()
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await screen.findByText('Olga')
  return opened
}

describe('a sheet of people', () => {
  it('is uploaded with its account and the initial status of new people', async () => {
    const { of } = open(() => <SheetImport onClose={onClose} />)
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Preview' })).disabled).toBe(true)
    await choose()
    await screen.findByRole('option', { name: 'Norte' })
    fireEvent.change(screen.getByLabelText('Account'), { target: { value: '102' } })
    fireEvent.click(screen.getByLabelText('Active'))
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
    await screen.findByText('Olga')
    expect(of(authorizationSheets.upload)[0]?.given).toMatchObject({
      query: { fileName: 'people.xlsx', idPaymentAccount: 102, status: 1 },
      body: file,
    })
  })

  it('focuses its rows once they are loaded, so that a second Enter confirms nothing', async () => {
    await preview()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rows of the sheet' }))
  })

  it('shows the effect of each row, the reason in a refused cell and the exact totals', async () => {
    await preview()
    const [, added, changed, refused] = screen.getAllByRole('row')
    expect(added?.textContent).toContain('New')
    expect(within(changed as HTMLElement).getByText('Eva').tagName).toBe('DEL')
    const cell = within(refused as HTMLElement)
      .getByText(/Row 9 has the same code and number/)
      .closest('td')
    expect(cell?.textContent).toContain('3')
    expect(cell?.dataset.refused).toBe('true')
    expect(refused?.textContent).toContain("Authorization field 1: The account's form doesn't accept this")
    expect(screen.getByText('150 to add, 1 to change, 1 refused. Refused rows are left out.')).toBeTruthy()
  })

  it('can be filtered by kind and paged', async () => {
    const { of } = await preview()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await until(() => expect(of(authorizationSheets.rows).at(-1)?.given.query).toMatchObject({ pageNumber: 1 }))
    fireEvent.click(screen.getByRole('button', { name: 'Refused 1' }))
    await until(() =>
      expect(of(authorizationSheets.rows).at(-1)?.given.query).toMatchObject({ kind: 'refused', pageNumber: 0 }),
    )
    expect(screen.getByRole('button', { name: 'Refused 1' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('is written in batches of a hundred rows until none is left', async () => {
    const { of } = await preview((call, sent) => {
      if (call !== authorizationSheets.write) return undefined
      const written = Math.min(151, sent.filter((one) => one.call === call).length * 100)
      return { sheet: { ...sheet, written, left: 151 - written } }
    })
    expect(of(authorizationSheets.write)).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Save 151 rows' }))
    await screen.findByText('151 saved, 1 refused.')
    expect(of(authorizationSheets.write)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  })

  it('can be stopped between two batches, reports what was written and can be resumed', async () => {
    let answer = (_: unknown) => {}
    const { of } = await preview((call, sent) => {
      if (call !== authorizationSheets.write) return undefined
      const written = Math.min(151, sent.filter((one) => one.call === call).length * 100)
      return new Promise((resolve) => {
        answer = () => resolve({ sheet: { ...sheet, written, left: 151 - written } })
      })
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save 151 rows' }))
    await screen.findByRole('progressbar')
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    answer(undefined)
    await screen.findByText('Stopped: 100 saved, 51 not saved, 1 refused.')
    expect(of(authorizationSheets.write)).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Save the remaining 51 rows' }))
    await until(() => expect(of(authorizationSheets.write)).toHaveLength(2))
    answer(undefined)
    await screen.findByText('151 saved, 1 refused.')
  })

  it('can be resumed after a lost response', async () => {
    await preview((call, sent) => {
      if (call !== authorizationSheets.write) return undefined
      if (sent.filter((one) => one.call === call).length === 1) throw new CallFailed('No connection', 0)
      return { sheet: { ...sheet, written: 151, left: 0 } }
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save 151 rows' }))
    await screen.findByText('No connection')
    fireEvent.click(screen.getByRole('button', { name: 'Save the remaining 151 rows' }))
    await screen.findByText('151 saved, 1 refused.')
  })

  it('shows why it was refused and lets another file be chosen', async () => {
    open(
      () => <SheetImport onClose={onClose} />,
      (call) => {
        if (call === authorizationSheets.upload) throw new CallFailed('Row 1, column C: “Shoe size” is unknown', 400)
      },
    )
    await choose()
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Shoe size')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' }).disabled).toBe(false)
  })

  it('offers its refused rows as a download', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const download = vi.fn<Download>(async () => ({
      data: new Blob(['x']),
      disposition: 'attachment; filename="r.xlsx"',
    }))
    await preview(undefined, download)
    fireEvent.click(screen.getByRole('button', { name: 'Download refused rows' }))
    await until(() => expect(saved).toHaveBeenCalled())
    expect(download).toHaveBeenCalledWith(authorizationSheets.refused, { params: { id: 7 }, query: { language: 'en' } })
    saved.mockRestore()
  })

  it('can be dropped anywhere on the page', async () => {
    const { of } = open(() => <SheetDrop />)
    await until(() => expect(document.body.textContent).toBeDefined())
    const dataTransfer = { types: ['Files'], files: [file] }
    fireEvent.dragOver(document.body, { dataTransfer })
    expect(await screen.findByText('Drop the sheet to preview it')).toBeTruthy()
    fireEvent.drop(document.body, { dataTransfer })
    fireEvent.click(await screen.findByRole('button', { name: 'Preview' }))
    await until(() => expect(of(authorizationSheets.upload)).toHaveLength(1))
  })
})

describe('several authorizations', () => {
  const people = [
    { id: 1, version: 3, firstName: 'Olga', lastName: 'Uno' },
    { id: 2, version: 1, firstName: 'Ana', lastName: 'Dos' },
  ] as AuthorizationRow[]

  it('are deactivated, except refused ones, which are named with the reason', async () => {
    const close = vi.fn()
    const { of } = open(
      () => <Several what="deactivate" rows={people} onClose={close} />,
      (call) =>
        call === authorizationSheets.liveBookings
          ? { bookings: [], total: 0 }
          : { results: [{ id: 1 }, { id: 2, problem: 'problems.authorizationChanged' }] },
    )
    await screen.findByText('Deactivate 2 authorizations?')
    expect(of(authorizationSheets.liveBookings)[0]?.given.query).toEqual({ ids: '1,2' })
    fireEvent.click(screen.getByRole('button', { name: /^Deactivate/ }))
    await screen.findByText('Somebody has just changed this authorization: Ana Dos')
    expect(of(authorizationSheets.deactivate)[0]?.given.body).toEqual({
      authorizations: [
        { id: 1, version: 3 },
        { id: 2, version: 1 },
      ],
    })
    fireEvent.click(screen.getByText('Close'))
    expect(close).toHaveBeenCalledWith(true)
  })

  it('are prolonged to a date, which is required', async () => {
    const close = vi.fn()
    const { of } = open(
      () => <Several what="prolong" rows={people} onClose={close} />,
      () => ({ results: [{ id: 1 }, { id: 2 }] }),
    )
    fireEvent.click(await screen.findByRole('button', { name: /^Prolong/ }))
    await screen.findByText('Enter a date such as 31/12/2026')
    fireEvent.change(screen.getByLabelText('Valid until the end of'), { target: { value: '2030-12-31' } })
    fireEvent.click(screen.getByRole('button', { name: /^Prolong/ }))
    await until(() => expect(close).toHaveBeenCalledWith(true))
    expect(of(authorizationSheets.prolong)[0]?.given.body).toMatchObject({
      expirationDate: Date.UTC(2030, 11, 31, 12),
    })
  })
})
