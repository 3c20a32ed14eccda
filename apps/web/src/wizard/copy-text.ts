import { readCopy } from '@parada/domain/wizard/copy'

/** The query parameter `data`: base64url of a booking's JSON (O2-16). */
export const copyText = (booking: object) => {
  const bytes = new TextEncoder().encode(JSON.stringify(booking))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Undefined if the text holds no copy of a booking. */
export const readCopyText = (text: string) => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
    return readCopy(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return undefined
  }
}
