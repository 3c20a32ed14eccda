import { QueryClient } from '@tanstack/react-query'
import type { CallFailed } from './client.ts'

/** Retry once after a network or server error; a refusal would only be refused again. */
const mayRetry = (count: number, { status }: CallFailed) => count < 1 && (status === 0 || status >= 500)

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFailed
  }
}

export const createQueries = () => new QueryClient({ defaultOptions: { queries: { retry: mayRetry } } })
