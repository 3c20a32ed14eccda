import { readCopy } from '@parada/domain/wizard/copy'

/** Reads the query parameter `data`: base64url of a booking's JSON (O2-16). Undefined if the text holds no copy of a booking. */
export const readCopyText = (text: string) => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
    return readCopy(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return undefined
  }
}
