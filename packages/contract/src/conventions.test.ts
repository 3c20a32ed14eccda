import { describe, expect, it } from 'vitest'
import { isPage, type PageSpec } from './kit.ts'
import { allCalls as calls } from './testing.ts'

type Shape = { shape?: Record<string, unknown> }
const fieldsOf = (schema: unknown) => Object.keys((schema as Shape).shape ?? {})

const lists = calls.flatMap(({ name, call }) =>
  isPage(call.response) && fieldsOf(call.query).includes('pageNumber')
    ? [{ name, query: call.query, rows: call.response as PageSpec }]
    : [],
)

describe('the conventions of document 2, section 9', () => {
  it('cover more than 70 calls and 5 lists', () => {
    expect(calls.length).toBeGreaterThan(70)
    expect(lists.length).toBeGreaterThan(5)
  })

  it('put the tenant in every path except three (B-158)', () =>
    expect(calls.filter(({ call }) => !call.path.includes('/:sd')).map(({ call }) => call.path)).toEqual([
      '/services/asistencia-cancel-create',
      '/reverse',
      '/tracking/',
    ]))

  it.each(lists)('let $name take a page from 0, its size, an order such as id DESC, and mode=grid (B-158)', (list) => {
    const [first] = fieldsOf(list.rows.row)
    const query = { pageNumber: '0', resultsPerPage: '20', orderBy: `${first} DESC`, mode: 'grid' }
    expect(list.query.safeParse(query)).toMatchObject({
      success: true,
      data: { pageNumber: 0, resultsPerPage: 20, orderBy: `${first} DESC` },
    })
    expect(list.query.safeParse({ ...query, pageNumber: '-1' }).success).toBe(false)
  })
})
