import { notifications } from '@mantine/notifications'
import { documentFields, type IdentityDocument } from '@parada/contract/calls/documents'
import { codes } from '@parada/domain/codes'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testSession } from '../../booking/testing.tsx'
import { CallFailed } from '../../kit/client.ts'
import { show } from '../../kit/list/testing.tsx'
import { forgetUndos } from '../../kit/undo.tsx'
import { SessionProvider } from '../../session/use-session.ts'
import { Route as all } from './documents.tsx'
import { Route as review } from './documents_.$id.tsx'
import { Route as looks } from './documents_.looks.tsx'

await import('../../kit/list/view/list-view.tsx')

const until = (check: () => void) => waitFor(check, { interval: 5 })
const rows = () =>
  [...document.querySelectorAll('tbody tr[data-index]')].map((row) => [...row.children].map((cell) => cell.textContent))

const day = 86_400_000
const card = (id: number, change: Partial<IdentityDocument> = {}): IdentityDocument => ({
  id,
  idUser: 1_000 + id,
  type: 'identityCard',
  subType: 'DNI',
  status: 'inReview',
  countryCode: 'ES',
  firstName: 'Eva',
  lastName: 'Prueba Gil',
  number: `0000000${id}R`,
  dateExpiration: Date.now() + 900 * day,
  dateIssued: new Date(2024, 0, 31, 12).getTime(),
  imageFront: `${id}f`.padStart(64, '0'),
  imageBack: `${id}b`.padStart(64, '0'),
  dateLastUpdated: new Date(2026, 10, 15, 9, 30).getTime(),
  idWhiteLabel: 1,
  version: 2,
  ...change,
})

type Options = { documents?: IdentityDocument[]; permissions?: Record<string, string>; refuse?: CallFailed }

const open = (at: string, { documents = [], permissions = { '*': 'true' }, refuse }: Options = {}) => {
  const session = testSession(permissions)
  const kept = new Map(documents.map((one) => [one.id, one]))
  const [asked, updates, images]: [Record<string, unknown>[], object[], unknown[]] = [[], [], []]
  const toasts = vi.spyOn(notifications, 'show').mockReturnValue('')
  const within = (route: { options: object }) => {
    const { component: Screen, validateSearch } = route.options as {
      component: () => React.ReactNode
      validateSearch?: (search: Record<string, unknown>) => Record<string, unknown>
    }
    const component = () => (
      <SessionProvider value={session}>
        <Screen />
      </SessionProvider>
    )
    return { component, ...(validateSearch && { validateSearch }) }
  }
  const view = show(
    { '/documents': within(all), '/documents/$id': within(review), '/documents/looks': within(looks) },
    async (query, call, _, given) => {
      const { params, body } = (given ?? {}) as { params?: { id: number }; body?: IdentityDocument }
      if (call.path === '/documents/:sd/counts') return counts
      if (call.path === '/documents/:sd') {
        asked.push(query)
        const found = [...kept.values()].filter(({ status }) => !query.view || status === query.view)
        return { rows: found, totalQueryCount: found.length }
      }
      if (call.method === 'PUT') {
        updates.push(body as object)
        if (refuse) throw refuse
        const document = { ...(body as IdentityDocument), version: (body?.version ?? 0) + 1 }
        kept.set(document.id, document)
        return { document }
      }
      const document = kept.get(params?.id ?? 0)
      if (!document) throw new CallFailed('Not found', 404)
      const user = {
        ...{ id: document.idUser, firstName: 'Eva', lastName: 'Prueba', userEmail: 'eva@correo.example' },
        ...{ mobileNumber: '+34 600100001', dateCreated: 1_700_000_000_000, whiteLabel: 'Radio Taxi Demo' },
      }
      return { document, user, decidedBy: '', selfie: { id: 99, imageFront: '9'.repeat(64) } }
    },
    {
      at,
      download: async (_, { params }) => {
        images.push(params)
        return { data: new Blob([JSON.stringify(params)]), disposition: null }
      },
    },
  )
  const told = () => toasts.mock.calls.map(([{ title, message }]) => title ?? message)
  return { ...view, asked, updates, images, told, kept, toasts }
}

const counts = {
  all: 1,
  inReview: 1,
  valid: 1,
  rejected: 1,
  sendAgain: 1,
  expired: 1,
  notAuthorized: 1,
  pendingToBeUploaded: 1,
}

beforeEach(() => {
  let made = 0
  URL.createObjectURL = () => `blob:image-${++made}`
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  forgetUndos()
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the list of documents', () => {
  const start = async () => {
    const opened = open('/documents', { documents: [card(1), card(2, { dateExpiration: Date.now() - day })] })
    await until(() => expect(rows()).toHaveLength(2))
    return opened
  }

  it('is at /documents, with reviews at /documents/{id}, for users with viewDocumentsByWhiteLabel (L-109)', async () => {
    for (const route of [all, review]) expect(route.options.staticData?.access).toEqual(['viewDocumentsByWhiteLabel'])
    const { router } = await start()
    fireEvent.click(screen.getByText('00000001R'))
    await until(() => expect(router.state.location.pathname).toBe('/documents/1'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Identity card 1' })).toBeTruthy()
  })

  it('has pages of 20, 50 or 200 by id, and filters half a second after the last key (L-115)', async () => {
    const { asked } = await start()
    expect(asked).toEqual([{ pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', mode: 'grid' }])
    const sizes = [...screen.getByLabelText<HTMLSelectElement>('Rows per page').options].map(({ value }) => value)
    expect(sizes).toEqual(['20', '50', '200'])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(screen.getByLabelText('Filter by Number'), { target: { value: '123' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(asked).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(asked[1]).toMatchObject({ number: '123' })
  })

  it('has the documented fields (L-112)', () =>
    expect(Object.keys(documentFields)).toEqual(
      expect.arrayContaining([
        ...['id', 'idUser', 'type', 'subType', 'status', 'countryCode', 'firstName', 'lastName', 'number'],
        ...['dateExpiration', 'dateIssued', 'imageFront', 'imageBack', 'dateLastUpdated'],
      ]),
    ))

  it('filters by identity card, driving licence and selfie (L-113)', async () => {
    await start()
    const offered = [...screen.getByLabelText<HTMLSelectElement>('Filter by Type').options].map(({ value }) => value)
    // Without the last option (several).
    expect(offered.filter(Boolean).slice(0, -1)).toEqual(['identityCard', 'drivingLicense', 'selfie'])
  })

  it('offers nine statuses, each with a label and a filter (L-114)', async () => {
    await start()
    const options = [...screen.getByLabelText<HTMLSelectElement>('Filter by State').options].slice(1, -1)
    expect(options.map(({ value }) => value).sort()).toEqual(Object.keys(codes.documentStatus).sort())
    expect(options.map(({ textContent }) => textContent)).toContain('Send again: unreadable image')
  })
})

describe('a review', () => {
  const start = async (options: Options = {}, at = '/documents/1') => {
    const documents = [card(1), card(2, { firstName: 'Otra', dateExpiration: Date.now() - day }), card(3)]
    const opened = open(at, { documents, ...options })
    await screen.findByText('+34 600100001')
    await until(() => expect(screen.getAllByRole('img')).toHaveLength(3))
    return { ...opened, path: () => opened.router.state.location.pathname }
  }
  const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more })
  const isReady = () =>
    until(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Valid/ }).disabled).toBe(false))

  it('shows front, back and selfie with the user’s data, and saves a decision by button (L-110)', async () => {
    const { updates, told, path } = await start()
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Front', 'Back', 'Selfie'])
    expect(screen.getByText(/The name is that of the user/)).toBeTruthy()
    await isReady()
    fireEvent.click(screen.getByRole('button', { name: /^Rejected/ }))
    await until(() => expect(path()).toBe('/documents/2'))
    expect(updates).toEqual([expect.objectContaining({ id: 1, status: 'rejected', version: 2 })])
    await until(() => expect(told()).toHaveLength(1))
    expect(await screen.findByText(/The name is not that of the user/)).toBeTruthy()
    expect(screen.getByText('Expired', { selector: 'small' })).toBeTruthy()
  })

  it.each([
    ['v', 'valid'],
    ['r', 'rejected'],
    ['e', 'sendAgain_expired'],
    ['b', 'sendAgain_badImage'],
    ['d', 'sendAgain_dataNotMatch'],
    ['n', 'notAuthorized'],
    ['x', 'expired'],
  ])('maps the key %s to the decision %s', async (key, status) => {
    const { updates } = await start()
    await isReady()
    press(key)
    await until(() => expect(updates).toEqual([expect.objectContaining({ id: 1, status })]))
  })

  it('makes a single decision while a key is held down', async () => {
    const { updates, path } = await start()
    await isReady()
    press('v')
    press('v', { repeat: true })
    await until(() => expect(path()).toBe('/documents/2'))
    press('v', { repeat: true })
    expect(updates).toHaveLength(1)
  })

  it('preloads the next documents', async () => {
    const { images } = await start()
    await until(() => expect(images.map((image) => (image as { id: number }).id)).toContain(3))
  })

  it('undoes a decision with Ctrl Z, and reopens its document', async () => {
    const { updates, toasts, path, kept } = await start()
    await isReady()
    press('v')
    await until(() => expect(toasts).toHaveBeenCalledTimes(1))
    fireEvent.keyDown(document, { key: 'z', ctrlKey: true })
    await until(() => expect(path()).toBe('/documents/1'))
    expect(updates.at(-1)).toMatchObject({ id: 1, status: 'inReview', version: 3 })
    expect(kept.get(1)).toMatchObject({ status: 'inReview', version: 4 })
  })

  it('confirms a decision in the documented words', async () => {
    const { toasts } = await start()
    await isReady()
    press('v')
    await until(() => expect(toasts).toHaveBeenCalledTimes(1))
    const said = { text: 'Success update status document', detail: 'Identity card 1: Valid' }
    expect(toasts.mock.calls[0]?.[0].message).toMatchObject({ props: said })
  })

  it('reports a decision that was not saved', async () => {
    const { told } = await start({ refuse: new CallFailed('Somebody has just decided on this document', 409) })
    await isReady()
    press('v')
    await until(() => expect(told()).toContain('Identity card 1 was not saved'))
  })

  it('moves without deciding, in the list’s order and under its filters', async () => {
    const { path, asked, updates, router } = await start({}, '/documents/1?sort=-lastName&lastName=pru')
    expect(asked[0]).toMatchObject({ view: 'inReview', orderBy: 'lastName DESC', lastName: 'pru' })
    press('j')
    await until(() => expect(path()).toBe('/documents/2'))
    press('ArrowRight')
    await until(() => expect(path()).toBe('/documents/3'))
    press('k')
    await until(() => expect(path()).toBe('/documents/2'))
    press('Escape')
    await until(() => expect(path()).toBe('/documents'))
    expect(router.state.location.search).toMatchObject({ lastName: 'pru' })
    expect(updates).toEqual([])
  })

  it('rotates and zooms the chosen image, and leaves the others', async () => {
    await start()
    const styleOf = (alt: string) => screen.getByAltText(alt).style.transform
    press('t')
    press('+')
    expect(styleOf('Front')).toContain('rotate(90deg) scale(1.5)')
    fireEvent.click(screen.getByRole('button', { name: 'Turn Back' }))
    press('-')
    press('t')
    expect(styleOf('Back')).toContain('rotate(180deg) scale(1)')
    expect(styleOf('Front')).toContain('rotate(90deg)')
    press('c')
    expect(screen.queryByAltText('Selfie')).toBeNull()
  })

  it('is read-only without editDocumentsByWhiteLabel for this white label', async () => {
    const permissions = { viewDocumentsByWhiteLabel: 'all', editDocumentsByWhiteLabel: '101' }
    const { updates, path } = await start({ permissions })
    expect(screen.queryByRole('button', { name: /^Valid/ })).toBeNull()
    expect(screen.getByText('You can look at this document, but not decide on it')).toBeTruthy()
    press('v')
    press('j')
    await until(() => expect(path()).toBe('/documents/2'))
    expect(updates).toEqual([])
  })

  it('returns to /documents when the document cannot be loaded (L-258)', async () => {
    const { router, told } = open('/documents/77', { documents: [card(1)] })
    await until(() => expect(router.state.location.pathname).toBe('/documents'))
    expect(told()).toEqual(['Not found'])
  })
})
