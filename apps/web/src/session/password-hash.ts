export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

export const utf8 = (text: string) => new TextEncoder().encode(text)

/** Few browsers need our own implementation; those that do load it at sign-in. */
const ownSha1 = async (message: Uint8Array) => (await import('./sha1.ts')).sha1(message)

/** The only form in which a password leaves the browser (P-012). */
export const passwordHash = async (password: string, subtle: SubtleCrypto | null = globalThis.crypto?.subtle ?? null) =>
  base64(subtle ? new Uint8Array(await subtle.digest('SHA-1', utf8(password))) : await ownSha1(utf8(password)))
