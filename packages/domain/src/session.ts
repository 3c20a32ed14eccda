import { constants } from './constants.ts'
import type { ProblemKey } from './problem/keys.ts'

const isAddress = (host: string) => host.startsWith('[') || host.split(':').length > 2 || /^\d+(\.\d+){3}$/.test(host)

/** The tenant named by the host's first label; a host without one belongs to the default tenant (O1-11). */
export const tenantOfHost = (host: string, defaultTenant: string) => {
  const lower = host.trim().toLowerCase()
  if (isAddress(lower)) return defaultTenant
  const name = lower.replace(/:\d*$/, '').replace(/\.$/, '')
  const labels = name.split('.')
  return isAddress(name) || labels.length < 2 || !labels[0] ? defaultTenant : labels[0]
}

/** Milliseconds left of the hour that began with the last successful response of the main API. */
export const remainingTime = (lastAnswer: number, now: number) => constants.sessionLengthMs - (now - lastAnswer)

/** The last second counts as over: a request sent in it would arrive too late. */
export const isSessionOver = (remaining: number) => remaining <= 1_000

/** mm:ss, never below 00:00 (O1-10). */
export const formatRemaining = (remaining: number) => {
  const seconds = Math.max(0, Math.floor(remaining / 1_000))
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

export const defaultMobilePrefix = '34'

/** The minimum for new passwords; the server itself sees only their hash. */
export const shortestPassword = 10

export type SignInForm =
  | { by: 'email'; email: string; password: string }
  | { by: 'mobile'; prefix: string; number: string; password: string }

type SignInField = 'email' | 'prefix' | 'number' | 'password'
export type SignInProblems = Partial<Record<SignInField, ProblemKey>>

/** One @ with text on both sides and a dotted host; only a mail that arrives is real proof. */
export const isEmail = (text: string) => text.length <= 254 && /^[^\s@:;]+@[^\s@:;.]+(\.[^\s@:;.]+)+$/.test(text)

const trimmedPrefix = (prefix: string) => prefix.trim().replace(/^\+/, '') || defaultMobilePrefix

const isPrefix = (prefix: string) => /^(\+?\d{1,4})?$/.test(prefix.trim())

const isNumber = (number: string) => /^\d{6,15}$/.test(number.replace(/\s/g, ''))

/** The problems by field; empty if the form may be sent (O1-02). */
export const signInProblems = (form: SignInForm): SignInProblems => ({
  ...(form.by === 'email' && !isEmail(form.email.trim()) && { email: 'problems.emailInvalid' }),
  ...(form.by === 'mobile' && !isPrefix(form.prefix) && { prefix: 'problems.prefixInvalid' }),
  ...(form.by === 'mobile' && !isNumber(form.number) && { number: 'problems.numberInvalid' }),
  ...(form.password === '' && { password: 'problems.passwordRequired' }),
})

/** The e-mail, or the mobile as `prefix;number`. */
export const signInIdentifier = (form: SignInForm) =>
  form.by === 'email' ? form.email.trim() : `${trimmedPrefix(form.prefix)};${form.number.replace(/\s/g, '')}`

/**
 * The canonical form of an identifier: an e-mail in lower case, or a mobile as `prefix;number`. Undefined for anything
 * else, which belongs to nobody.
 */
export const canonicalIdentifier = (identifier: string) => {
  const [, prefix, number] = /^\s*(?:\+|00)?(\d{1,4});([\d\s]{6,30})$/.exec(identifier) ?? []
  if (prefix && number && isNumber(number)) return `${prefix};${number.replace(/\s/g, '')}`
  const email = identifier.trim().toLowerCase()
  return isEmail(email) ? email : undefined
}

/**
 * Masks an identifier that belongs to nobody, leaving just enough to tell a typo from an attack: it may be someone's
 * own address or number, or a password in the wrong field.
 */
export const maskedIdentifier = (identifier: string | undefined) => {
  if (identifier === undefined) return '…'
  const [prefix, number] = identifier.split(';')
  if (number !== undefined) return `+${prefix} …${number.slice(-2)}`
  return `${identifier[0]}…@${identifier.split('@')[1]?.[0]}…`
}

/** The pair that the Basic header encodes (O1-01). */
export const basicPair = (identifier: string, passwordHash: string) => `${identifier}:${passwordHash}`

/** Splits at the last colon, because the hash is base64 and contains none. */
export const readBasicPair = (pair: string) => {
  const colon = pair.lastIndexOf(':')
  return colon < 1 ? undefined : { identifier: pair.slice(0, colon), passwordHash: pair.slice(colon + 1) }
}
