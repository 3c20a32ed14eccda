import type { z } from 'zod'

/** Why a provider gave no usable response. */
export class ProviderProblem extends Error {
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** The HTTP status of an error response. */
  readonly status: number | undefined
  constructor(message: string, { retryAfterMs, status }: { retryAfterMs?: number | undefined; status?: number } = {}) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.status = status
  }
}

const largestAnswer = 1_000_000

const retryAfter = (response: Response) => {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
}

const textOf = async (response: Response) => {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > largestAnswer) throw new ProviderProblem('answered more than there is to tell')
  }
  return text
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderProblem('answered something that is not JSON')
  }
}

/** A URL below a provider's base address, which may have a path of its own. */
export const under = (base: string, path: string, query: Record<string, string>) => {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
  url.search = new URLSearchParams(query).toString()
  return url
}

/** Requests JSON from a provider, and accepts it only in its declared shape. */
export const askJson = async <Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> => {
  // A redirect could lead anywhere and take the key with it.
  const response = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'Parada' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new ProviderProblem(`answered ${response.status}`, {
      retryAfterMs: retryAfter(response),
      status: response.status,
    })
  }
  const read = schema.safeParse(parsed(await textOf(response)))
  if (!read.success) throw new ProviderProblem(`answered in another shape: ${read.error.issues[0]?.path.join('.')}`)
  return read.data
}
