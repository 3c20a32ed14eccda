import { QueryClient } from '@tanstack/react-query'
import type { CallFailed } from './client.ts'

/** A refusal stays one however often it is asked; a stumble of the network deserves a second try. */
const mayRetry = (count: number, { status }: CallFailed) => count < 1 && (status === 0 || status >= 500)

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFailed
  }
}

export const createQueries = () => new QueryClient({ defaultOptions: { queries: { retry: mayRetry } } })
