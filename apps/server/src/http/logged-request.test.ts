import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'

let server: TestServer
let token: string
const pages = mkdtempSync(join(tmpdir(), 'parada-pages-'))

beforeAll(async () => {
  writeFileSync(join(pages, 'index.html'), '<html><head></head><body></body></html>')
  server = await testServer({}, pages)
  token = await server.signInAs('everything')
})
afterAll(async () => {
  await server.stop()
  rmSync(pages, { recursive: true, force: true })
})

/** The log lines of a request. */
const linesOf = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const before = server.logged.length
  await server.app.inject({ method, url, headers: { token } })
  return server.logged.slice(before).join('')
}

const urlOf = (lines: string) => JSON.parse(lines.trim().split('\n').at(-1) ?? '{}').req?.url

const secret = 'Zq81hTn4uQ'

describe('the logged address', () => {
  it.each([
    ['a password link', `/pages/forgot?reset=${secret}`, '/pages/…'],
    ['a page with a phone number in its path', '/new-booking/caller/612345678/915000111', '/new-booking/…'],
    ['a page that is only a number', '/612345678', '/…'],
    ['a file that is not there', `/assets/${secret}.js`, '/assets/…'],
    ['a caller looked up by phone', '/api/callers/demo/?phoneNumber=612345678', '/api/callers/demo/'],
    [
      'suggestions for a phone',
      '/api/places/demo/suggested?phoneNumber=612345678&lat=40.41',
      '/api/places/demo/suggested',
    ],
    ['a place that is searched', `/api/places/demo/search?q=${secret}&lat=40.41&lon=-3.7`, '/api/places/demo/search'],
    ['a point', '/api/reverse?lat=40.4169&lon=-3.7035', '/api/reverse'],
    ['a user who is searched', `/api/users/demo/search?text=${secret}`, '/api/users/demo/search'],
    ['a filter of a list', `/api/users/demo/all?firstName=${secret}&pageNumber=2`, '/api/users/demo/all?pageNumber=2'],
    ['a filter under a harmless name', `/api/users/demo/all?orderBy=${secret}&from=612345678`, '/api/users/demo/all'],
    ['a filter named like what every object has', `/api/users/demo/all?constructor=${secret}`, '/api/users/demo/all'],
    ['an unknown call', `/api/${secret}/612345678?x=612345678`, '/api/…'],
    ['a phone number in place of a tenant', '/api/users/612345678/self', '/api/users/:sd/self'],
    ['a text in place of an id', `/api/users/demo/${secret}`, '/api/users/demo/:id'],
  ])('hides the details of %s', async (_, asked, logged) => {
    const lines = await linesOf(asked)
    expect(lines).not.toMatch(/Zq81hTn4uQ|612345678|915000111|40\.41/)
    expect(urlOf(lines)).toBe(logged)
  })

  it('keeps tenant, record, page, order and range, which help with troubleshooting', async () => {
    const range = 'from=1790000000000&to=1790100000000'
    const asked = `/api/documents/demo?pageNumber=1&resultsPerPage=50&orderBy=lastName%20ASC&status=valid`
    expect(urlOf(await linesOf(asked))).toBe('/api/documents/demo?pageNumber=1&resultsPerPage=50&orderBy=lastName+ASC')
    expect(urlOf(await linesOf(`/api/asistencia/demo/list?${range}`))).toBe(`/api/asistencia/demo/list?${range}`)
    expect(urlOf(await linesOf('/api/users/demo/100048'))).toBe('/api/users/demo/100048')
  })
})
