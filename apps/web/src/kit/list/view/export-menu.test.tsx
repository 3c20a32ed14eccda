import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { fields, list, number, text } from '@parada/contract/list'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import english from '../../../../public/i18n/resources-locale_en.json'
import { focused } from '../../../testing/focused.ts'
import { CallFailed } from '../../client.ts'
import type { Download } from '../../download.ts'
import { listScreen } from '../declare/list-screen.ts'
import { show } from '../testing.tsx'

await i18next
  .use(initReactI18next)
  .init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } })

// Loaded in advance, so that no test waits for a chunk.
await import('./list-view.tsx')
await import('./export-menu.tsx')

const rideFields = fields({ id: number, name: text, note: text })
const rides = list({
  path: '/rides/:sd',
  access: 'signedIn',
  key: 'rides',
  summary: 'Rides',
  fields: rideFields,
  views: ['late'],
  export: { title: 'screens.dashboard' },
})

const screenOf = (call: typeof rides) =>
  listScreen({
    title: 'screens.dashboard',
    call,
    columns: (column) => [column('id'), column('name'), column('note', { hidden: true })],
  })

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  act(() => void notifications.clean())
  cleanup()
  vi.restoreAllMocks()
})

const open = async (download: Download, { at = '/rides', call = rides } = {}) => {
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  )
  show({ '/rides': screenOf(call) }, () => ({ rows: [{ id: 1, name: 'A', note: '' }], totalQueryCount: 1 }), {
    at,
    download,
  })
  await waitFor(() => expect(document.querySelector('tbody tr[data-index]')).toBeTruthy())
}

const choose = async (format: string) => {
  fireEvent.click(screen.getByRole('button', { name: /^Export/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: format }))
}

type DownloadInput = Parameters<Download>[1]

/** A file that arrives when the test resolves it. */
const slowFile = () => {
  const coming = Promise.withResolvers<{ data: Blob; disposition: string | null }>()
  const asked: DownloadInput[] = []
  const download: Download = async (_, given) => {
    asked.push(given)
    given.signal?.addEventListener('abort', () => coming.reject(new DOMException('Stopped', 'AbortError')))
    return coming.promise
  }
  return { download, asked, coming }
}

it('offers Excel, CSV and PDF in a menu that works by keyboard', async () => {
  await open(slowFile().download)
  const button = screen.getByRole('button', { name: /^Export/ })
  fireEvent.click(button)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Excel', 'CSV', 'PDF'])
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe(items[0])
  fireEvent.keyDown(focused(), { key: 'ArrowDown' })
  expect(focused()).toBe(items[1])
  fireEvent.keyDown(focused(), { key: 'Escape' })
  await waitFor(() => expect(focused()).toBe(button))
})

it('shows no button for a list that cannot be exported', async () => {
  const { export: _, ...spec } = rides.list
  await open(slowFile().download, { call: { ...rides, list: spec } as typeof rides })
  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull()
})

it('sends the columns, filters and order of the screen', async () => {
  const { download, asked } = slowFile()
  await open(download, { at: '/rides?name=ana&sort=-name' })
  await choose('CSV')
  expect(asked[0]?.params).toEqual({ format: 'csv' })
  expect(asked[0]?.body).toMatchObject({ columns: ['id', 'name'], name: 'ana', orderBy: 'name DESC', language: 'en' })
  expect(asked[0]?.body).toMatchObject({ pageNumber: 0 })
})

it('shows the progress and then ’Report will be received’ (L-025)', async () => {
  const { download, asked, coming } = slowFile()
  await open(download)
  await choose('Excel')
  expect(await screen.findByText('Please be patient')).toBeTruthy()
  act(() => asked[0]?.onProgress?.({ bytes: 12_340_000, rows: 200_000 }))
  expect(await screen.findByText('200,000 rows · 12.3 MB received')).toBeTruthy()
  expect(saved).toEqual([])
  coming.resolve({ data: new Blob(['x']), disposition: 'attachment; filename="Rides.xlsx"' })
  expect(await screen.findByText('Report will be received')).toBeTruthy()
  expect(saved).toEqual(['Rides.xlsx'])
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

it('saves nothing if the export is stopped', async () => {
  const { download } = slowFile()
  await open(download)
  await choose('Excel')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Export stopped')).toBeTruthy()
  expect([saved, screen.queryByText('Report will be received')]).toEqual([[], null])
})

it('shows ’No data’ for an empty file (L-020)', async () => {
  await open(async () => ({ data: new Blob([]), disposition: null }))
  await choose('PDF')
  expect(await screen.findByText('No data')).toBeTruthy()
  expect(saved).toEqual([])
})

it('shows why the server refuses an export', async () => {
  await open(() => Promise.reject(new CallFailed('A PDF holds 10000 rows at most.', 400)))
  await choose('PDF')
  expect((await screen.findByRole('alert')).textContent).toContain('A PDF holds 10000 rows at most.')
})
