import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { switchLanguage } from '../../../session/language.ts'
import { passwordHash } from '../../../session/password-hash.ts'
import { availability, colorScheme, ringTone, sound } from '../../../session/preferences.ts'
import { type Answers, openApp, startUpAnswers } from '../../../testing/open-app.tsx'

const put = 'PUT /api/users/demo/self/password'
const open = async (answers: Answers = {}) => {
  sessionStorage.setItem('token', '"secret"')
  sessionStorage.setItem('permissions', '[{"key1":"*","value":"true"}]')
  sessionStorage.setItem('lastSessionTime', String(Date.now()))
  const app = await openApp('/my-settings', { ...startUpAnswers, ...answers })
  await screen.findByRole('heading', { level: 1, name: 'My settings' })
  return app
}
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(async () => {
  await switchLanguage('en')
  for (const reset of [() => sound.set('on'), () => ringTone.set('classic'), () => colorScheme.set('auto')]) reset()
  availability.set('ready')
  cleanup()
  vi.unstubAllGlobals()
})

it('stores sound, ring tone and colours in the browser, and switches the language at once', async () => {
  await open()
  choose('Off')
  choose('No ring')
  choose('Dark')
  expect([sound.get(), ringTone.get(), colorScheme.get()]).toEqual(['off', 'none', 'dark'])
  choose('Español')
  expect(await screen.findByRole('heading', { level: 1, name: 'Mis ajustes' })).toBeTruthy()
})

it('lets the operator choose Busy where the tenant keeps busy desks quiet', async () => {
  await open({ 'GET /api/whitelabels/demo/frontconfig': { response: { name: 'Demo', busyDesksStayQuiet: true } } })
  fireEvent.click(await screen.findByRole('radio', { name: /^Busy/ }))
  expect(availability.get()).toBe('busy')
})

it('changes the password, typed twice, and shows each error at its field', async () => {
  let isRight = false
  const { fetch, asked } = await open({
    [put]: () =>
      isRight
        ? { meta: { code: 204 } }
        : { status: 400, meta: { code: 400, field: 'currentPassword', problem: 'problems.passwordWrong' } },
  })
  type('Current password', 'mistaken')
  type('New password', 'long enough')
  type('Repeat new password', 'other')
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText("The passwords don't match")).toBeTruthy()
  expect(asked()).not.toContain(put)
  type('Repeat new password', 'long enough')
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText('This is not your current password')).toBeTruthy()
  isRight = true
  type('Current password', 'right')
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }))
  await waitFor(() => expect((screen.getByLabelText('Current password') as HTMLInputElement).value).toBe(''))
  const sent = fetch.mock.calls.filter(([url]) => String(url).endsWith('/self/password')).at(-1)
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({
    currentPassword: await passwordHash('right'),
    password: await passwordHash('long enough'),
  })
})
