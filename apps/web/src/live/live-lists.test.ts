import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listKey } from '../kit/list/data/list-data.ts'
import type { ListDefinition } from '../kit/list/declare/list-definition.ts'
import { createLiveLists } from './live-lists.ts'

const declarations = import.meta.glob<Record<string, { definition?: ListDefinition }>>('../**/*-list{,s}.{ts,tsx}', {
  eager: true,
})

let queries: QueryClient
let answer: PromiseWithResolvers<string>
const ask = vi.fn(() => answer.promise)
let close: () => void
let lists: ReturnType<typeof createLiveLists>

beforeEach(async () => {
  vi.useFakeTimers()
  queries = new QueryClient()
  answer = Promise.withResolvers()
  answer.resolve('first')
  const open = new QueryObserver(queries, { queryKey: ['list', 'parking', '/bookings/:sd/list', {}], queryFn: ask })
  close = open.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  ask.mockClear()
  lists = createLiveLists(queries)
})
afterEach(() => {
  lists.stop()
  close()
  queries.clear()
  vi.useRealTimers()
})

it('refetches only the open lists of the changed mode, and at once', async () => {
  lists.changed('mobility')
  await vi.advanceTimersByTimeAsync(500)
  expect(ask).not.toHaveBeenCalled()
  lists.changed('parking')
  expect(ask).toHaveBeenCalledOnce()
})

it('refetches once more for all changes during a fetch, never two at a time', async () => {
  answer = Promise.withResolvers()
  for (let count = 0; count < 20; count++) lists.changed('parking')
  expect(ask).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledOnce()
  answer.resolve('second')
  await vi.advanceTimersByTimeAsync(100)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('refetches a list whose first response was in flight when it changed', async () => {
  answer = Promise.withResolvers()
  const further = { queryKey: ['list', 'parking', '/bookings/:sd/list', { page: 2 }], queryFn: ask }
  const closeFurther = new QueryObserver(queries, further).subscribe(() => {})
  expect(ask).toHaveBeenCalledOnce()
  lists.changed('parking')
  answer.resolve('old')
  await vi.advanceTimersByTimeAsync(0)
  // One refetch of the list opened first, and a second fetch of this one.
  expect(ask).toHaveBeenCalledTimes(3)
  closeFurther()
})

it('refetches open lists on catching up, and nothing more once it is stopped', async () => {
  lists.catchUp()
  await vi.advanceTimersByTimeAsync(100)
  expect(ask).toHaveBeenCalledOnce()
  lists.changed('parking')
  lists.changed('parking')
  lists.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('refetches exactly the lists that are declared as live, so none moves its rows under the pointer', () => {
  const definitions = Object.values(declarations).flatMap((declared) =>
    Object.values(declared).flatMap(({ definition }) => definition ?? []),
  )
  for (const { call } of definitions) queries.setQueryData([...listKey(call), {}], 'rows')
  lists.catchUp()
  const isRefetched = ({ call }: ListDefinition) => queries.getQueryState([...listKey(call), {}])?.isInvalidated
  const names = (some: ListDefinition[]) => some.map(({ title }) => title).sort()
  expect(names(definitions.filter(({ isLive }) => isLive))).toEqual(names(definitions.filter(isRefetched)))
  expect(definitions.filter(isRefetched)).toHaveLength(9)
})
