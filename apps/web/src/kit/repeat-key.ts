import { useRef } from 'react'
import { randomKey } from './random-key.ts'

/**
 * The Idempotency-Key for the requests of a form: a request repeated unchanged, for example after a lost response,
 * takes effect only once.
 */
export const useRepeatKey = () => {
  const last = useRef<{ sent: string; key: string }>(undefined)
  return (body: unknown) => {
    const sent = JSON.stringify(body)
    if (last.current?.sent !== sent) last.current = { sent, key: randomKey() }
    return { 'Idempotency-Key': last.current.key }
  }
}
