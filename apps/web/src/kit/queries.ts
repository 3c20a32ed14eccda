import { QueryClient } from '@tanstack/react-query'
import type { CallFailed } from './client.ts'

/** A refusal stays one however often it is asked; a stumble of the network deserves a second try. */
const mayRetry = (count: number, failure: Error) => {
  const { status } = failure as CallFailed
  return count < 1 && (status === 0 || status >= 500)
}

export const createQueries = () => new QueryClient({ defaultOptions: { queries: { retry: mayRetry } } })
