import { MantineProvider } from '@mantine/core'
import type { Suggestion } from '@parada/domain/places/suggestions'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../../public/i18n/resources-locale_en.json'
import { AddressBox } from './address-box.tsx'
import type { Search } from './use-search.ts'

const messages = i18next.createInstance()
await messages
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const place = (addressField: string, isPoi = false): Suggestion => ({
  addressField,
  name: '',
  lat: 40,
  lon: -3,
  isPoi,
  source: isPoi ? 'poi' : 'place',
})

const chosen: Suggestion[] = []
let unmatched = 0
const Box = ({ search, offered }: { search: Search; offered?: Suggestion[] }) => {
  const [text, setText] = useState('')
  return (
    <>
      <AddressBox
        label="From"
        value={{ addressField: text }}
        onType={setText}
        onChoose={(suggestion) => {
          chosen.push(suggestion)
          setText(suggestion.addressField)
        }}
        onUnmatched={() => {
          unmatched += 1
        }}
        search={search}
        offered={offered}
      />
      <button type="button">Next</button>
    </>
  )
}

const show = (search: Search, offered?: Suggestion[]) => {
  chosen.length = 0
  unmatched = 0
  render(
    <I18nextProvider i18n={messages}>
      <MantineProvider env="test">
        <Box search={search} offered={offered} />
      </MantineProvider>
    </I18nextProvider>,
  )
}

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })
const spoken = (option: Element | null | undefined) => option?.querySelector('span:not([aria-hidden])')?.textContent
const seen = (option: Element) => option.querySelector('[aria-hidden]')?.textContent
const options = () => screen.queryAllByRole('option').map(spoken)
const active = () => spoken(document.getElementById(box().getAttribute('aria-activedescendant') ?? ''))
const type = (text: string) => {
  box().focus()
  fireEvent.change(box(), { target: { value: text } })
}
const pass = (ms = 100) => act(() => vi.advanceTimersByTimeAsync(ms))
const key = (name: string, more = {}) => fireEvent.keyDown(box(), { key: name, ...more })

const streets = [place('Hotel Calle Mayor', true), place('Calle Mayor, 1'), place('Calle Mayor, 2')]
const found: Search = async () => streets

it('neither searches nor suggests below 3 characters (B-033, B-036, L-233)', async () => {
  const search = vi.fn(found)
  show(search)
  type('ca')
  await pass()
  expect(search).not.toHaveBeenCalled()
  expect(options()).toEqual([])
  type('cal')
  await pass()
  expect(search).toHaveBeenCalledOnce()
  expect(options()).toHaveLength(3)
  type('ca')
  await pass()
  expect(options()).toEqual([])
})

it('shows suggestions within 150 ms of the last letter, with one request for a quickly typed word', async () => {
  const search = vi.fn(found)
  show(search)
  for (const text of ['cal', 'call', 'calle']) {
    type(text)
    await pass(40)
  }
  await pass(60)
  expect(search.mock.calls.map(([text]) => text)).toEqual(['calle'])
  expect(options()).toHaveLength(3)
})

it('marks points of interest and announces the number of suggestions', async () => {
  show(found)
  type('calle')
  await pass()
  expect(options()[0]).toBe('Hotel Calle Mayor, Place')
  expect(screen.getByRole('status').textContent).toBe('3 suggestions')
})

it('cuts a suggestion at 69 characters and keeps the whole text available (B-037, L-233)', async () => {
  const long = `Calle ${'x'.repeat(80)}`
  show(async () => [place(long)])
  type('calle')
  await pass()
  const option = screen.getByRole('option')
  expect(seen(option)).toBe(`${long.slice(0, 69)}…`)
  expect([option.title, spoken(option)]).toEqual([long, long])
  key('ArrowDown')
  expect(seen(screen.getByRole('option'))).toBe(long)
})

it('ignores the answer to a superseded search and keeps the old suggestions until new ones arrive', async () => {
  const answers: Record<string, (found: Suggestion[]) => void> = {}
  const signals: AbortSignal[] = []
  show((text, signal) => {
    signals.push(signal)
    return new Promise((resolve) => {
      answers[text] = resolve
    })
  })
  type('cal')
  await pass()
  await act(async () => answers.cal?.([place('Calle Mayor, 1')]))
  type('call')
  await pass()
  type('calle')
  await pass()
  expect(options()).toEqual(['Calle Mayor, 1'])
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false])
  await act(async () => answers.calle?.([place('Calle Nueva, 9')]))
  await act(async () => answers.call?.([place('Calle Vieja, 5')]))
  expect(options()).toEqual(['Calle Nueva, 9'])
})

it('keeps the suggestions when a search fails and names the service that failed (B-040, B-229)', async () => {
  let isDown = false
  show(async () => {
    if (isDown) throw new Error('Bad gateway')
    return streets
  })
  type('calle')
  await pass()
  isDown = true
  type('calle m')
  await pass()
  expect(options()).toHaveLength(3)
  expect(screen.getByRole('alert').textContent).toMatch(/^Google places API\nAddress search isn't available/)
  isDown = false
  type('calle ma')
  await pass()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each([
  ['Enter takes the first', ['Enter'], 'Hotel Calle Mayor'],
  ['arrows walk, Enter takes', ['ArrowDown', 'ArrowDown', 'Enter'], 'Calle Mayor, 2'],
  ['the list is a ring', ['ArrowUp', 'Enter'], 'Calle Mayor, 2'],
  ['Tab takes the highlighted one', ['ArrowDown', 'Tab'], 'Calle Mayor, 1'],
  ['Escape takes none', ['Escape', 'Enter'], undefined],
])('by keyboard: %s', async (_, keys, address) => {
  show(found)
  type('calle')
  await pass()
  for (const name of keys) key(name)
  expect(chosen[0]?.addressField).toBe(address)
  expect(options()).toEqual([])
})

it('Tab takes a suggestion and still moves on to the next field', async () => {
  show(found)
  type('calle')
  await pass()
  expect(key('Tab')).toBe(true)
  expect(chosen).toHaveLength(1)
})

it('Enter pressed before the suggestions arrive takes the first one when they do', async () => {
  show(found)
  type('calle')
  key('Enter')
  expect(chosen).toEqual([])
  await pass()
  expect(chosen).toEqual([streets[0]])
})

it('keeps the highlight on a suggestion reached with the arrow keys when newer suggestions arrive', async () => {
  let items = streets
  show(async () => items)
  type('calle')
  await pass()
  items = [place('Calle Mayor'), ...streets.slice(1)]
  type('calle m')
  key('ArrowDown')
  expect(active()).toBe('Calle Mayor, 1')
  await pass()
  expect(options()[0]).toBe('Calle Mayor')
  expect(active()).toBe('Calle Mayor, 1')
  type('calle ma')
  expect(active()).toBe('Calle Mayor')
})

it('offers usual places in an empty box and takes none of them on Tab', async () => {
  show(found, [place('Home')])
  fireEvent.focus(box())
  expect(options()).toEqual(['Home'])
  key('Tab')
  expect(chosen).toEqual([])
  key('ArrowDown')
  key('Enter')
  expect(chosen.map(({ addressField }) => addressField)).toEqual(['Home'])
})

describe('a suggestion that does not match the typed text', () => {
  const other: Search = async () => [place('Plaza de Toros, Calle de Alcalá, 237, Madrid'), place('Alcalá de Henares')]
  const typed = 'calle de alcala 100'

  it.each(['Tab', 'Enter'])('is not taken by %s, which leaves the typed text as it is', async (name) => {
    show(other)
    type(typed)
    await pass()
    expect(options()).toHaveLength(2)
    expect(active()).toBeUndefined()
    expect(screen.getByText('No exact match. Press ↓ to choose one, or Enter to keep what you typed.')).toBeTruthy()
    key(name)
    expect([chosen, box().value, unmatched]).toEqual([[], typed, 1])
  })

  it('is not taken when the key is pressed before the suggestions arrive', async () => {
    show(other)
    type(typed)
    key('Tab')
    await pass()
    expect([chosen, box().value, unmatched]).toEqual([[], typed, 1])
  })

  it('is taken once it is highlighted with the arrow keys', async () => {
    show(other)
    type(typed)
    await pass()
    key('ArrowDown')
    key('Enter')
    expect(chosen.map(({ addressField }) => addressField)).toEqual(['Plaza de Toros, Calle de Alcalá, 237, Madrid'])
    expect(unmatched).toBe(0)
  })

  it('is passed over for a matching one further down the list', async () => {
    show(async () => [place('Hotel Alcalá, Calle Mayor, 3', true), place('Calle de Alcalá, 100, Madrid')])
    type(typed)
    await pass()
    expect(active()).toBe('Calle de Alcalá, 100, Madrid')
    fireEvent.blur(box())
    expect(chosen.map(({ addressField }) => addressField)).toEqual(['Calle de Alcalá, 100, Madrid'])
  })
})

it('says that nothing was found', async () => {
  show(async () => [])
  type('calle de ninguna parte')
  await pass()
  expect(screen.getByText('No match')).toBeTruthy()
  fireEvent.blur(box())
  expect(unmatched).toBe(1)
})
