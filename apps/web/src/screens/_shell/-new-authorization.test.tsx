import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountForm, answerTop, type Options, open, refusal, row, until } from '../../authorizations/testing.tsx'
import { logged } from '../../kit/log.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(cleanup)

describe('a new authorization', () => {
  const form = 'GET /authorizations/:sd/form/:idPaymentAccount'
  const create = 'POST /authorizations/:sd/'
  const groups = (...travelGroupList: object[]) => ({ [form]: { ...accountForm, travelGroupList } })
  const made = (change: object = {}) => ({ [create]: { authorization: { ...row, id: 812, status: 0, ...change } } })

  const start = async (options: Options = {}) => {
    const opened = open('/authorizations/new', options)
    await screen.findByRole('option', { name: 'Acme' })
    fireEvent.change(screen.getByLabelText(/Account/), { target: { value: '101' } })
    await screen.findByLabelText(/Employee/)
    const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
    const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
    const fill = () => {
      type(/Subscriber code/, '6101')
      type(/Employee/, '0042')
      type('Cost centre', '6101-07')
    }
    return {
      ...opened,
      field,
      type,
      fill,
      press: (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) })),
    }
  }

  it('is created at /authorizations/new for an account that the user may create for (B-124)', async () => {
    const { fill, press, of, router } = await start({ answers: made() })
    fill()
    press('Create and open')
    await until(() => expect(of(create)).toHaveLength(1))
    expect(of(create)[0]?.body).toMatchObject({
      idPaymentAccount: 101,
      subscriberCode: '6101',
      userNumber: '0042',
      status: 0,
      locale: 'es_ES',
    })
    await until(() => expect(router.state.location.pathname).toBe('/authorizations/all/812'))
  })

  it('takes the only travel group of its account without showing a field (B-131)', async () => {
    const { fill, press, of } = await start({ answers: { ...groups({ id: 1030, name: 'Only' }), ...made() } })
    expect(screen.queryByLabelText(/Travel group/)).toBeNull()
    fill()
    press('Create and add another')
    await until(() => expect(of(create)[0]?.body).toMatchObject({ idTravelGroup: 1030 }))
  })

  it('says that a travel group is needed and cannot be created when its account has none (B-132)', async () => {
    const { fill, press, of } = await start({ answers: groups() })
    expect(screen.queryByLabelText(/Travel group/)).toBeNull()
    expect(screen.getByText('This account has no travel group. Ask an administrator to add one.')).toBeTruthy()
    fill()
    expect(screen.getByRole('button', { name: 'Create and open' })).toHaveProperty('disabled', true)
    press('Create and open')
    expect(of(create)).toEqual([])
  })

  it('asks for one of several travel groups, with the default preselected if there is one (B-133)', async () => {
    const { field } = await start()
    expect(field(/Travel group/).value).toBe('1011')
    cleanup()
    const without = await start({ answers: { [form]: { ...accountForm, idDefaultTravelGroup: null } } })
    expect(without.field(/Travel group/).value).toBe('')
  })

  it('warns only administrators about a pattern in the form that cannot be run', async () => {
    const config = JSON.stringify({ userNumber: { title: 'Employee', regex: '^(?!0)\\d+$' } })
    const answers = { [form]: { ...accountForm, config } }
    const told = /a pattern that can’t be used for: Employee/
    await start({ answers })
    expect(screen.getByText(told)).toBeTruthy()
    cleanup()
    await start({ answers, permissions: { createAuthorizationByPA: 'all' } })
    expect(screen.queryByText(told)).toBeNull()
  })

  it('logs ‘Missing parameters’ and sends nothing when it is not filled in (B-134)', async () => {
    const { press, of, field } = await start()
    press('Create and open')
    await until(() => expect(logged().at(-1)?.message).toBe('Missing parameters'))
    expect(of(create)).toEqual([])
    expect(screen.getAllByText('Please correct the errors in the form before submitting').length).toBeGreaterThan(0)
    expect(field(/Subscriber code/).getAttribute('aria-invalid')).toBe('true')
  })

  it('expires at 23:59:59 of the chosen day (B-135)', async () => {
    const { fill, press, of, type } = await start({ answers: made() })
    fill()
    type(/Expires/, '2027-07-02')
    press('Create and open')
    await until(() =>
      expect(of(create)[0]?.body).toMatchObject({ expirationDate: Date.parse('2027-07-02T23:59:59+02:00') }),
    )
  })

  it('clears both dates when the expiry is before the first day (B-136)', async () => {
    const { type, field } = await start()
    type(/Valid from/, '2027-07-02')
    type(/Expires/, '2027-07-01')
    expect([field(/Valid from/).value, field(/Expires/).value]).toEqual(['', ''])
    expect(screen.getByText(/both dates were cleared/)).toBeTruthy()
  })

  it('starts an inherited field with the value of its source while typing (B-137)', async () => {
    const { type, field } = await start()
    type(/Subscriber code/, '6101')
    expect(field('Cost centre').value).toBe('6101')
    type('Cost centre', '6101-07')
    type(/Subscriber code/, '6400')
    expect(field('Cost centre').value).toBe('6400-07')
    type('Cost centre', '-08')
    fireEvent.blur(field('Cost centre'))
    expect(field('Cost centre').value).toBe('6400-08')
  })

  it('is checked against the account’s regexes and lists while typing (B-138)', async () => {
    const { type, field } = await start()
    expect(field('Department').value).toBe('Sales')
    type(/Employee/, '12')
    expect(await screen.findByText('Please correct the errors in the form before submitting')).toBeTruthy()
    type(/Employee/, '0012')
    expect(screen.queryByText('Please correct the errors in the form before submitting')).toBeNull()
  })

  it('offers the documented languages (B-141, L-279)', async () => {
    const { field } = await start()
    const { options } = field('Language') as unknown as HTMLSelectElement
    expect([...options].map(({ value }) => value)).toEqual(['es_ES', 'pt_PT', 'en_EN', 'de_DE', 'be_BE', 'fr_FR'])
  })

  it('offers an e-mail if it was created as active, and only then opens (B-130)', async () => {
    const { fill, press, of, router } = await start({ answers: made({ status: 1, userEmail: 'eva@demo.example' }) })
    fill()
    fireEvent.click(screen.getByLabelText('Activate at once'))
    press('Create and open')
    await until(() => expect(of(create)[0]?.body).toMatchObject({ status: 1 }))
    expect(await screen.findByText('Send the code and user number to eva@demo.example?')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/authorizations/new')
    answerTop('Not now')
    await until(() => expect(router.state.location.pathname).toBe('/authorizations/all/812'))
  })

  it('is confirmed with its id, and the form is ready for the next person of the account (B-234)', async () => {
    const { fill, press, told, field, type } = await start({ answers: made() })
    fill()
    type('First name', 'Olga')
    press('Create and add another')
    await until(() => expect(told()).toEqual(['New Authorization created (#812)']))
    await until(() => expect(field(/Employee/).value).toBe(''))
    expect(field('First name').value).toBe('')
    expect(field(/Subscriber code/).value).toBe('6101')
    expect(field('Cost centre').value).toBe('6101')
    expect(document.activeElement).toBe(field(/Employee/))
  })

  it('shows the server’s reason when it cannot be created, and keeps the typed values (B-227)', async () => {
    const { fill, press, told, field } = await start({ answers: { [create]: refusal('The database is away') } })
    fill()
    press('Create and open')
    await until(() => expect(told()).toEqual(['Error Creating Authorization: The database is away']))
    expect(field(/Employee/).value).toBe('0042')
  })

  it('keeps the typed values when another account is chosen', async () => {
    const { type, field } = await start()
    type('First name', 'Olga')
    fireEvent.change(screen.getByLabelText(/Account/), { target: { value: '102' } })
    await until(() => expect(field('First name').value).toBe('Olga'))
  })

  it('can be created but not opened by users without access to the list', async () => {
    const { press, of, fill, router } = await start({
      permissions: { createAuthorizationByPA: '101' },
      answers: made(),
    })
    expect(screen.queryByRole('button', { name: 'Create and open' })).toBeNull()
    fill()
    press('Create and add another')
    await until(() => expect(of(create)).toHaveLength(1))
    expect(router.state.location.pathname).toBe('/authorizations/new')
  })
})
