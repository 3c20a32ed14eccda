import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

type Project = { id: number; keyProject: string; title: string }

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await server.signInAs('operator')
})
afterAll(() => server.stop())

const suggest = async (query: string) =>
  (await server.ask<{ projectBeanList: Project[] }>(`/api/projects/demo?${query}`, { token })).response
    ?.projectBeanList ?? []

it('suggests projects by filter and keyword, each with id, keyProject and title (B-213, L-250)', async () => {
  const works = await suggest('filter=obra')
  expect(works).toHaveLength(30)
  expect(works[0]).toEqual({ id: 1001, keyProject: 'p-001'.toUpperCase(), title: expect.any(String) })
  expect(await suggest('filter=estudio&keyword=p-002')).toEqual([
    { id: 1002, keyProject: 'p-002'.toUpperCase(), title: expect.any(String) },
  ])
  expect(await suggest('filter=obra&keyword=p-002')).toEqual([])
  const word = works[0]?.title.split(' ').at(-1) as string
  const found = await suggest(`keyword=${encodeURIComponent(word.toUpperCase())}`)
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ title }) => title.includes(word))).toBe(true)
})

it('treats the special characters of LIKE as text and returns at most 50', async () => {
  expect(await suggest('keyword=%25')).toEqual([])
  expect(await suggest('')).toHaveLength(50)
})

it('is closed to users who fill in no account fields', async () => {
  const asked = await server.ask('/api/projects/demo', { token: await server.signInAs('newcomer') })
  expect(asked.status).toBe(403)
})
