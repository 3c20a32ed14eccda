import { prices } from '@parada/contract/calls/prices'
import { services } from '@parada/contract/calls/services'
import type { Call } from '@parada/contract/kit'
import { call } from '@parada/contract/kit'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CallFailed, createClient, createDownload } from './client.ts'

const one = call({ method: 'GET', path: '/things/:sd/:id', access: 'signedIn', summary: '', response: z.object({}) })
const rows = call({
  method: 'GET',
  path: '/things/:sd',
  access: 'signedIn',
  summary: '',
  response: { listKey: 'things', row: z.object({}) },
})
const change = call({
  method: 'PUT',
  path: '/things/:sd',
  access: 'signedIn',
  summary: '',
  body: z.object({}),
  response: z.object({}),
})
const remove = call({
  method: 'DELETE',
  path: '/things/:sd',
  access: 'signedIn',
  summary: '',
  code: 204,
  response: z.undefined(),
})
const onBase = (base: Call['base']) => call({ ...rows, base })

const bases = {
  main: 'https://main.example/api',
  processor: 'https://processor.example',
  parking: 'https://parking.example',
  mobility: 'https://mobility.example',
  transport: 'https://transport.example',
}

type Say = NonNullable<Parameters<typeof createClient>[0]['say']>

const open = (answer: () => Response | Promise<Response>, token: string | undefined = 'secret', say?: Say) => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answer())
  const onAnswer = vi.fn()
  const client = createClient({
    tenant: 'acme',
    bases,
    token: () => token,
    onAnswer,
    fetch,
    ...(say && { say }),
  })
  const sent = () => {
    const [url, init] = fetch.mock.calls[0] ?? []
    return { url, init, headers: new Headers(init?.headers) }
  }
  return { client, fetch, sent, onAnswer }
}

const envelope =
  (meta: object, response?: unknown, status = 200) =>
  () =>
    Response.json({ meta, response }, { status })
const brokenOff = (cause: Error) => Object.assign(new Response(), { text: () => Promise.reject(cause) })
const things = envelope({ code: 200 }, { things: [] })

describe('the client', () => {
  it.each(Object.entries(bases))(
    'sends the tenant and the token to base %s (P-002, P-139, P-140)',
    async (base, host) => {
      const { client, sent } = open(things)
      await client(onBase(base as Call['base']))
      expect(sent().url).toBe(`${host}/things/acme`)
      expect(sent().headers.get('Token')).toBe('secret')
    },
  )

  it('sends no token before login', async () => {
    const { client, sent } = open(things, '')
    await client(rows)
    expect(sent().headers.has('Token')).toBe(false)
  })

  it('drops empty strings and empty lists from the query (P-141)', async () => {
    const { client, sent } = open(things)
    await client(rows, { query: { name: '', ids: [], page: 0, q: 'a b' } as never })
    expect(sent().url).toBe('https://main.example/api/things/acme?page=0&q=a+b')
  })

  it('returns a page with the totals from meta (P-138)', async () => {
    const { client } = open(envelope({ code: 200, totalQueryCount: 9, totalAmount: 12.5 }, { things: [{ id: 1 }] }))
    expect(await client(rows)).toEqual({ rows: [{ id: 1 }], totalQueryCount: 9, totalAmount: 12.5 })
  })

  it('returns the fields of a list response other than its rows', async () => {
    const beside = { ...rows, response: { listKey: 'things', row: z.object({}), beside: z.object({}) } }
    const { client } = open(envelope({ code: 200, totalQueryCount: 1 }, { things: [{ id: 1 }], owner: 'Ana' }))
    expect(await client(beside)).toEqual({ rows: [{ id: 1 }], totalQueryCount: 1, beside: { owner: 'Ana' } })
  })

  it.each([
    ['the details on 200', envelope({ code: 200 }, { totalDetailsSupplier: null }), { totalDetailsSupplier: null }],
    ['nothing on 204', envelope({ code: 204 }), undefined],
  ])('resolves price details to %s (B-172)', async (_, answer, details) => {
    const { client, sent } = open(answer)
    expect(await client(prices.priceDetails, { params: { idService: 7 } })).toEqual(details)
    expect(sent().url).toBe('https://main.example/api/service-price-details/acme/7')
  })

  it.each([
    ['the message of another code', envelope({ code: 404, errorMessage: 'Not found' }), 'Not found'],
    ['an empty answer', envelope({ code: 200 }), 'Empty reponse'],
  ])('rejects price details with %s (B-172, L-261)', async (_, answer, message) => {
    const { client } = open(answer)
    await expect(client(prices.priceDetails, { params: { idService: 7 } })).rejects.toThrow(message)
  })

  it('dispatches with POST services/{sd}/{action} and the wrapped booking, and times out after 5 s (B-162)', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(5_000)
      return AbortSignal.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    })
    const { client, sent, fetch } = open(things)
    fetch.mockImplementation(async (_, { signal }) => {
      signal?.throwIfAborted()
      return things()
    })
    const body = { booking: { id: 7 } }
    const asked = client(services.act, { params: { action: 'dispatch' }, body })
    await expect(asked).rejects.toMatchObject({ status: 0, message: 'The operation timed out.' })
    expect(sent()).toMatchObject({ url: 'https://main.example/api/services/acme/dispatch', init: { method: 'POST' } })
    expect(JSON.parse(String(sent().init?.body))).toEqual(body)
    vi.restoreAllMocks()
  })

  it('passes on other users’ changes when the server refuses with a conflict', async () => {
    const conflict = { version: 3, changes: [] }
    const { client } = open(envelope({ code: 409, errorMessage: 'Changed', conflict }, undefined, 409))
    await expect(client(change, { body: {} })).rejects.toMatchObject({ status: 409, meta: { conflict } })
  })

  it('treats a 204 in meta as success without a response', async () => {
    const { client } = open(envelope({ code: 204 }))
    expect(await client(remove)).toBeUndefined()
  })

  it.each([
    ['an envelope without meta (B-224)', () => Response.json({ response: { things: [] } }), 'Empty reponse', 200],
    [
      'an unexpected meta code by its message (P-158, B-224)',
      envelope({ code: 409, errorMessage: 'Taken' }),
      'Taken',
      409,
    ],
    ['an answer without a body (P-159)', () => new Response(''), 'Empty reponse', 200],
    ['an envelope without a response (P-138)', envelope({ code: 200 }), 'Empty reponse', 200],
    [
      'a failing status by its text (P-160)',
      () => new Response('', { status: 502, statusText: 'Bad Gateway' }),
      'Bad Gateway',
      502,
    ],
    ['a failing status without a text by its data (P-160)', () => new Response('down', { status: 503 }), 'down', 503],
    [
      'a failing status by the words in its body (B-224)',
      () => new Response('The archive is closed', { status: 500, statusText: 'Internal Server Error' }),
      'The archive is closed',
      500,
    ],
    [
      'a failing status by its text where the body is a page',
      () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      'Bad Gateway',
      502,
    ],
    [
      'a refusal by the message of its envelope',
      envelope({ code: 400, errorMessage: 'name: too long' }, undefined, 400),
      'name: too long',
      400,
    ],
    ['a failing status without anything (B-224)', () => new Response('', { status: 500 }), 'Error desconocido', 500],
    ['an unexpected code without a message (B-224)', envelope({ code: 409 }), 'Error desconocido', 409],
    ['a page of a proxy', () => new Response('<html>', { statusText: 'OK' }), 'OK', 200],
    ['a broken connection (P-160)', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch', 0],
    ['an answer that breaks off', () => brokenOff(new TypeError('network error')), 'network error', 0],
    [
      'an answer that is too late half-way',
      () => brokenOff(new DOMException('too late', 'TimeoutError')),
      'too late',
      0,
    ],
  ])('rejects %s', async (_, answer, message, status) => {
    const failure = await open(answer)
      .client(rows)
      .catch((cause) => cause)
    expect(failure).toBeInstanceOf(CallFailed)
    expect(failure).toMatchObject({ message, status })
  })

  it('rejects with the translated text of the broken rule', async () => {
    const meta = {
      code: 400,
      errorMessage: 'Write at least 10 characters',
      problem: 'problems.short',
      values: { min: 10 },
    }
    const { client } = open(envelope(meta, undefined, 400), 'secret', (problem, values) => `${problem} ${values?.min}`)
    await expect(client(rows)).rejects.toThrow('problems.short 10')
  })

  it.each([
    ['a missing path argument', one, {}],
    ['an empty path argument', one, { params: { id: '' } }],
    ['a path argument that is not a segment', one, { params: { id: Number.NaN } }],
    ['a missing body', change, {}],
    ['a body that is not an object', change, { body: 'text' }],
    ['a body where none belongs', rows, { body: {} }],
  ])('rejects %s with Wrong parameters and sends nothing (P-161)', async (_, wrong, given) => {
    const { client, fetch } = open(things)
    await expect(client(wrong as Call, given as never)).rejects.toThrow('Wrong parameters')
    expect(fetch).not.toHaveBeenCalled()
  })

  it('keeps the AbortError of an aborted call', async () => {
    const { client } = open(() => Promise.reject(new DOMException('stopped', 'AbortError')))
    await expect(client(rows)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reports every response together with the token that was sent', async () => {
    const { client, onAnswer } = open(envelope({ code: 403 }, undefined, 403))
    await client(rows).catch(() => undefined)
    expect(onAnswer).toHaveBeenCalledWith({
      base: 'main',
      status: 403,
      call: rows,
      token: 'secret',
      sentAt: expect.any(Number),
    })
  })

  it('fetches a file with the token and passes on its Content-Disposition header (P-139)', async () => {
    const disposition = 'attachment; filename="things.xlsx"'
    const fetch = vi.fn(
      async (_url: string, _init: RequestInit) =>
        new Response('rows', { headers: { 'Content-Disposition': disposition } }),
    )
    const options = { tenant: 'acme', bases, token: () => 'secret', onAnswer: vi.fn(), fetch }
    const file = await createDownload(options)(rows, { query: { q: 'x', empty: '' } })
    expect(await file.data.text()).toBe('rows')
    expect(file.disposition).toBe(disposition)
    expect(fetch.mock.calls[0]?.[0]).toBe('https://main.example/api/things/acme?q=x')
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('Token')).toBe('secret')
  })

  it('rejects a refused file with the message in the envelope', async () => {
    const fetch = async () => Response.json({ meta: { code: 403, errorMessage: 'Not authorized' } }, { status: 403 })
    const options = { tenant: 'acme', bases, token: () => 'secret', onAnswer: vi.fn(), fetch }
    await expect(createDownload(options)(rows, {})).rejects.toMatchObject({ message: 'Not authorized', status: 403 })
  })
})
