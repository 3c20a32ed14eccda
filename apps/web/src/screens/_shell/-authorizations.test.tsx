import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answerTop,
  type CallInput,
  type Options,
  open,
  refusal,
  right,
  row,
  top,
  until,
  whole,
} from '../../authorizations/testing.tsx'
import { booking } from '../../booking/testing.tsx'
import { CallFailed } from '../../kit/client.ts'
import { logged } from '../../kit/log.ts'
import { now } from '../../testing/records.ts'

await Promise.all([
  import('../../kit/list/view/list-view.tsx'),
  import('../../kit/list/view/column-modal.tsx'),
  import('../../authorizations/authorization-detail.tsx'),
])

const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')]

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the list of authorizations', () => {
  const start = async (options: Options = {}, search = '') => {
    const opened = open(`/authorizations/all${search}`, options)
    await until(() => expect(rows()).toHaveLength(1))
    const lists = () => opened.of('GET /authorizations/:sd/all')
    return { ...opened, lists, last: () => lists().at(-1)?.query as Record<string, unknown> }
  }

  it('has pages of 10 to 200, starts with 10, sorts by latest id and filters after 750 ms (B-123)', async () => {
    const { last, lists } = await start()
    expect(last()).toMatchObject({ pageNumber: 0, resultsPerPage: 10, orderBy: 'id DESC', mode: 'grid' })
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['10', '20', '50', '100', '200'])
    const before = lists().length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Last name'), { target: { value: 'Gil' } })
    await act(() => vi.advanceTimersByTimeAsync(749))
    expect(lists()).toHaveLength(before)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await until(() => expect(last()).toMatchObject({ lastName: 'Gil' }))
  })

  it('offers a column configuration, and opens an authorization in a modal at its own URL (B-122)', async () => {
    const { router } = await start()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const columns = within(await screen.findByRole('dialog'))
    expect(columns.getAllByText('Superior’s email').length).toBeGreaterThan(0)
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    fireEvent.click(screen.getByText('Gil'))
    await until(() => expect(router.state.location.pathname).toBe('/authorizations/all/10001'))
    expect(await screen.findByRole('dialog', { name: 'Authorization 10001 · Eva Gil' })).toBeTruthy()
  })

  it('counts authorizations by status, those that expire within 30 days and those that are used up', async () => {
    const { last, of } = await start({
      answers: { 'GET /authorizations/:sd/all': { rows: [row], totalQueryCount: 400 } },
    })
    const group = within(screen.getByRole('group', { name: 'Show' }))
    await until(() => expect(group.getByRole('button', { name: /^Active/ }).textContent).toBe('Active 311'))
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 400',
      'Active 311',
      'Pending 44',
      'Inactive 45',
      'Expire within 30 days 12',
      'Used up 7',
    ])
    fireEvent.click(group.getByRole('button', { name: /^Used up/ }))
    await until(() => expect(last()).toMatchObject({ view: 'usedUp' }))
    expect(of('GET /authorizations/:sd/counts')).toHaveLength(1)
  })

  it('shows a single authorization by the id in the URL', async () => {
    const { last } = await start({}, '?id=10001')
    expect(last()).toMatchObject({ id: '10001' })
  })

  it('marks an active authorization that cannot book', async () => {
    await start({
      answers: { 'GET /authorizations/:sd/all': { rows: [{ ...row, availableTimesLeft: 0 }], totalQueryCount: 1 } },
    })
    expect(rows()[0]?.dataset.tone).toBe('warning')
  })
})

const openDetail = async (options: Options & { record?: object } = {}) => {
  const record = { ...whole, ...right, ...options.record }
  const { user: _user, bookingBreakConfigs: _configs, ...listed } = record
  const opened = open('/authorizations/all/10001', {
    ...options,
    answers: {
      'GET /authorizations/:sd/all': { rows: [listed], totalQueryCount: 1 },
      'GET /authorizations/:sd/:id': { authorization: record },
      ...options.answers,
    },
  })
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/Employee/)
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  const submit = () => fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  const button = (name: string | RegExp) => within(dialog).getByRole('button', { name })
  return { ...opened, dialog, inside: within(dialog), type, submit, button }
}

describe('an authorization', () => {
  it('shows its fields, its ten authorization fields, its user, its bookings and the account fields (P-118)', async () => {
    const { inside } = await openDetail({
      record: {
        idUser: 103,
        user: { id: 103, firstName: 'Carmen', lastName: 'Ruiz', userEmail: 'carmen@demo.example' },
        bookingBreakConfigs: [
          { id: 1, label: 'Project', type: 'project', mandatory: true },
          { id: 2, label: 'Reason', type: 'text', mandatory: false },
        ],
      },
      answers: { 'GET /authorizations/:sd/:id/bookings': { bookings: [{ ...booking, status: 20 }] } },
    })
    expect(inside.getByLabelText<HTMLInputElement>(/Subscriber code/).value).toBe('6101')
    expect(inside.getByLabelText<HTMLInputElement>(/Employee/).value).toBe('0001')
    expect(inside.getByLabelText<HTMLInputElement>('Cost centre').value).toBe('6101-07')
    for (let n = 3; n <= 10; n++) expect(inside.getByLabelText(`Authorization field ${n}`)).toBeTruthy()
    const fields = inside.getByRole('region', { name: 'Asked for in each booking' }).textContent
    expect(fields).toContain('Project · required')
    expect(fields).toContain('Reason · optional')
    expect(inside.getByRole('region', { name: 'Linked user' }).textContent).toContain('Carmen Ruiz (103)')
    expect(await inside.findByRole('link', { name: '4711' })).toBeTruthy()
    expect(inside.getByText('Acme (101)')).toBeTruthy()
  })

  it('shows its last ten bookings and a link to all of them', async () => {
    const bookings = Array.from({ length: 12 }, (_, index) => ({ ...booking, id: 5_000 + index, status: 30 }))
    const { inside, router } = await openDetail({ answers: { 'GET /authorizations/:sd/:id/bookings': { bookings } } })
    await inside.findByRole('link', { name: '5000' })
    expect(inside.getAllByRole('link', { name: /^5\d{3}$/ })).toHaveLength(10)
    fireEvent.click(inside.getByRole('link', { name: 'All finished bookings' }))
    await until(() => expect(router.state.location.pathname).toBe('/bookings/finished'))
    expect(router.state.location.search).toMatchObject({ idAuthorization: 10_001 })
  })

  it('shows who changed what, newest first, with the labels of the account’s form', async () => {
    const line = {
      version: 2,
      at: now,
      who: 'Bruno Díaz',
      before: { authorizationBreak1: '' },
      after: { authorizationBreak1: '6101-07' },
    }
    const first = { version: 1, at: now - 1_000, who: 'Ana Pérez', before: {}, after: { lastName: 'Gil' } }
    const { inside } = await openDetail({
      record: { version: 2 },
      answers: {
        'GET /authorizations/:sd/:id/journal': ({ query }: CallInput) =>
          query?.before === 2 ? { journal: [first], hasMore: false } : { journal: [line], hasMore: true },
      },
    })
    const history = inside.getByRole('region', { name: 'History' })
    await until(() => expect(history.textContent).toContain('Cost centre: — → 6101-07'))
    fireEvent.click(within(history).getByRole('button', { name: 'Show earlier changes' }))
    await until(() => expect(history.textContent).toContain('Ana Pérez · created'))
  })

  it('sends only the changed fields, with the version it was read at', async () => {
    const saved = { ...row, ...right, lastName: 'Gil Soto', version: 2 }
    const { of, type, submit, told, button } = await openDetail({
      answers: { 'PUT /authorizations/:sd/:id': { authorization: saved } },
    })
    expect(button(/^Save/)).toHaveProperty('disabled', true)
    type('Last name', 'Gil Soto')
    submit()
    await until(() => expect(of('PUT /authorizations/:sd/:id')).toHaveLength(1))
    expect(of('PUT /authorizations/:sd/:id')[0]?.body).toEqual({ lastName: 'Gil Soto', version: 1 })
    await until(() => expect(told()).toEqual(['Authorization updated']))
  })

  it('is sent again automatically when others changed different fields', async () => {
    let version = 1
    const { of, type, submit, told } = await openDetail({
      answers: {
        'PUT /authorizations/:sd/:id': ({ body }: CallInput) => {
          if (version++ > 1) return { authorization: { ...row, ...right, ...body, version: 3 } }
          const changes = [{ field: 'firstName', before: 'Eva', after: 'Eva María', who: 'Bruno', at: now }]
          throw new CallFailed('changed', 409, { code: 409, conflict: { version: 2, changes } })
        },
      },
    })
    type('Last name', 'Gil Soto')
    submit()
    await until(() => expect(told()).toEqual(['Authorization updated']))
    expect(of('PUT /authorizations/:sd/:id').map(({ body }) => body)).toEqual([
      { lastName: 'Gil Soto', version: 1 },
      { lastName: 'Gil Soto', version: 2 },
    ])
  })

  it('asks which value to save when somebody else changed the same field', async () => {
    let current: object = { ...whole, ...right }
    const { of, type, submit, inside } = await openDetail({
      answers: {
        'GET /authorizations/:sd/:id': () => ({ authorization: current }),
        'PUT /authorizations/:sd/:id': ({ body }: CallInput) => {
          if (body?.version === 2) return { authorization: { ...row, ...right, lastName: 'Mine', version: 3 } }
          current = { ...whole, ...right, lastName: 'Theirs', version: 2 }
          const changes = [{ field: 'lastName', before: 'Gil', after: 'Theirs', who: 'Bruno', at: now }]
          throw new CallFailed('changed', 409, { code: 409, conflict: { version: 2, changes } })
        },
      },
    })
    type('Last name', 'Mine')
    submit()
    expect(await inside.findByRole('button', { name: 'Bruno: Theirs' })).toBeTruthy()
    fireEvent.click(inside.getByRole('button', { name: 'Mine: Mine' }))
    submit()
    await until(() => expect(of('PUT /authorizations/:sd/:id').at(-1)?.body).toEqual({ lastName: 'Mine', version: 2 }))
  })

  it('cannot be saved with a value that is not in its list (B-138)', async () => {
    const { inside, type, submit, of } = await openDetail({ record: { authorizationBreak2: 'Kitchen' } })
    expect(inside.getByLabelText<HTMLSelectElement>('Department').value).toBe('Kitchen')
    type('Last name', 'Gil Soto')
    submit()
    expect(await inside.findByText('Please correct the errors in the form before submitting')).toBeTruthy()
    expect(of('PUT /authorizations/:sd/:id')).toEqual([])
  })

  it('offers a booking for the person when possible', async () => {
    const { inside, router } = await openDetail()
    fireEvent.click(inside.getByRole('link', { name: 'Book for this person' }))
    await until(() => expect(router.state.location.pathname).toBe('/new-booking/authorization/6101/0001'))
  })

  it.each([
    ['it is pending', { record: { status: 0 } }],
    ['it is used up', { record: { availableTimesLeft: 0 } }],
    ['the reader takes no bookings', { permissions: { editAuthorizationByPA: 'all' } }],
  ])('offers no booking when %s', async (_, options) => {
    const { inside } = await openDetail(options)
    expect(inside.queryByRole('link', { name: 'Book for this person' })).toBeNull()
  })

  it('is read-only when it belongs to another account', async () => {
    const { inside } = await openDetail({
      permissions: { editAuthorizationByPA: '102', viewAllAuthorizations: 'true', createAuthorizationByPA: '101' },
    })
    expect(inside.getByLabelText<HTMLInputElement>('Last name').disabled).toBe(true)
    expect(inside.queryByRole('button', { name: 'Deactivate' })).toBeNull()
  })

  it('opens the forms of its account', async () => {
    const { button, of } = await openDetail({
      answers: { 'GET /processorConfig/:sd/list': { rows: [], totalQueryCount: 0 } },
    })
    fireEvent.click(button('Account forms'))
    await until(() => expect(of('GET /processorConfig/:sd/list')[0]?.query).toMatchObject({ idPaymentAccount: 101 }))
  })
})

describe('the status of an authorization', () => {
  it('changes only after confirmation, and deactivating lists the live bookings (B-129)', async () => {
    const bookings = [
      { ...booking, id: 4_711, status: 20 },
      { ...booking, id: 4_700, status: 30 },
    ]
    const { button, of } = await openDetail({ answers: { 'GET /authorizations/:sd/:id/bookings': { bookings } } })
    fireEvent.click(button('Deactivate'))
    await until(() => expect(top().textContent).toContain('There is 1 live booking under this authorization.'))
    expect(within(top()).getByRole('link', { name: '4711' })).toBeTruthy()
    expect(within(top()).queryByRole('link', { name: '4700' })).toBeNull()
    expect(of('PUT /authorizations/:sd/:id/status')).toEqual([])
    answerTop(/^Deactivate/)
    await until(() => expect(of('PUT /authorizations/:sd/:id/status')[0]?.query).toEqual({ newStatus: -1 }))
  })

  it.each([
    ['pending', 0, ['Activate', 'Deactivate']],
    ['active', 1, ['Deactivate']],
    ['inactive', -1, ['Activate']],
  ])('offers the changes allowed from %s', async (_, status, names) => {
    const { inside } = await openDetail({ record: { status } })
    const offered = inside.queryAllByRole('button', { name: /^(A|Dea)ctivate$/ }).map(({ textContent }) => textContent)
    expect(offered).toEqual(names)
  })

  it('offers to send an e-mail after activation', async () => {
    const { button } = await openDetail({ record: { status: 0, userEmail: 'eva@demo.example' } })
    fireEvent.click(button('Activate'))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    answerTop(/^Activate/)
    expect(await screen.findByText('Send the code and user number to eva@demo.example?')).toBeTruthy()
  })

  it('changes at once, and reverts if the request fails (O1-59)', async () => {
    const { promise, reject } = Promise.withResolvers<undefined>()
    const { button, inside } = await openDetail({ answers: { 'PUT /authorizations/:sd/:id/status': () => promise } })
    fireEvent.click(button('Deactivate'))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    answerTop(/^Deactivate/)
    expect(await inside.findByText('Inactive')).toBeTruthy()
    reject(new CallFailed('no status', 400))
    expect(await inside.findByText('Active')).toBeTruthy()
  })

  it('only logs failures to change it, to unlink the user or to load the bookings (P-162)', async () => {
    const { button, told, inside, of } = await openDetail({
      record: { idUser: 103, user: { id: 103, firstName: 'Carmen', lastName: 'Ruiz', userEmail: '' } },
      answers: {
        'PUT /authorizations/:sd/:id/status': refusal('no status', 400),
        'DELETE /authorizations/:sd/:id/unlinkuser': refusal('no unlinking', 400),
        'GET /authorizations/:sd/:id/bookings': refusal('no bookings', 400),
      },
    })
    fireEvent.click(button('Deactivate'))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    answerTop(/^Deactivate/)
    await until(() => expect(of('PUT /authorizations/:sd/:id/status')).toHaveLength(1))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(inside.getByText('Active')).toBeTruthy()
    fireEvent.click(button('Unlink user'))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    answerTop(/^Unlink user/)
    await until(() => expect(of('DELETE /authorizations/:sd/:id/unlinkuser')).toHaveLength(1))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(inside.getByRole('region', { name: 'Linked user' }).textContent).toContain('Carmen Ruiz')
    const messages = logged().map(({ message }) => message)
    expect(messages).toEqual(expect.arrayContaining(['no bookings', 'no status', 'no unlinking']))
    expect(told()).toEqual([])
    expect(screen.queryAllByRole('alert')).toEqual([])
  })
})

describe('the e-mail of an authorization', () => {
  const again = async (options: Options & { record?: object } = {}) => {
    const opened = await openDetail(options)
    fireEvent.click(opened.button('Resend email'))
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    return opened
  }
  const own = { record: { userEmail: 'eva@demo.example' } }

  it('is resent only under the tenant’s flag and after confirmation, to a typed address if there is none (B-139)', async () => {
    const without = await openDetail({ ...own, flags: { canResendAuthorizationEmail: false } })
    expect(without.inside.queryByRole('button', { name: 'Resend email' })).toBeNull()
    cleanup()
    const known = await again(own)
    expect(top().textContent).toContain('Send the code and user number again to eva@demo.example?')
    expect(known.of('POST /authorizations/:sd/sendEmail')).toEqual([])
    answerTop(/^Send/)
    await until(() =>
      expect(known.of('POST /authorizations/:sd/sendEmail')[0]?.body).toEqual({
        emailTo: 'eva@demo.example',
        idAuthorization: 10_001,
      }),
    )
    cleanup()
    const unknown = await again()
    answerTop(/^Send/)
    expect(await within(top()).findByText('Enter a valid email address')).toBeTruthy()
    fireEvent.change(within(top()).getByLabelText(/Email/), { target: { value: 'new@demo.example' } })
    answerTop(/^Send/)
    await until(() =>
      expect(unknown.of('POST /authorizations/:sd/sendEmail')[0]?.body).toMatchObject({ emailTo: 'new@demo.example' }),
    )
  })

  it('closes its modal automatically after 2 s (B-140)', async () => {
    await again(own)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answerTop(/^Send/)
    await act(() => vi.advanceTimersByTimeAsync(0))
    await act(() => vi.advanceTimersByTimeAsync(1_900))
    expect(top().textContent).toContain('Email successfully sent to eva@demo.example')
    await act(() => vi.advanceTimersByTimeAsync(200))
    vi.useRealTimers()
    await until(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  })

  it('reports success and failure in the documented words (B-228)', async () => {
    const answers = { 'POST /authorizations/:sd/sendEmail': refusal('no relay') }
    const known = await again({ ...own, answers })
    answerTop(/^Send/)
    await until(() => expect(known.told()).toEqual(['Error sending the email to user.']))
    cleanup()
    const unknown = await again({ answers })
    fireEvent.change(within(top()).getByLabelText(/Email/), { target: { value: 'new@demo.example' } })
    answerTop(/^Send/)
    await until(() => expect(unknown.told()).toContain('Error sending the email to new@demo.example'))
    cleanup()
    await again(own)
    answerTop(/^Send/)
    expect(await screen.findByText('Email successfully sent to eva@demo.example')).toBeTruthy()
  })
})
