import { useRef } from 'react'

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The Idempotency-Key of what a form sends: sent again unchanged, for example after a lost answer, it is done once. */
export const useRepeatKey = () => {
  const last = useRef<{ sent: string; key: string }>(undefined)
  return (body: unknown) => {
    const sent = JSON.stringify(body)
    if (last.current?.sent !== sent) last.current = { sent, key: newKey() }
    return { 'Idempotency-Key': last.current.key }
  }
}
