import type { ProblemKey } from './problem/keys.ts'
import { defaultMobilePrefix } from './session.ts'

const home = defaultMobilePrefix
/**
 * Spanish numbers have nine digits and start with 6 to 9, so the length shows whether a number includes the country
 * code.
 */
const national = /^[6-9]\d{8}$/

/** Removes what people and telephone systems write between digits. */
export const barePhone = (text: string) => text.replaceAll(/[\s().\-/]/g, '')

/** Digits, with or without a leading plus. */
export const phonePattern = /^\+?\d{3,20}$/

/** A complete number, rather than one still being typed. */
export const wholePhonePattern = /^\+?\d{9,20}$/

export const isWholePhone = (typed: string) => wholePhonePattern.test(normalPhone(typed))

/** One spelling for each number: Spanish numbers without the country code, foreign ones with a plus. */
export const normalPhone = (text: string) => {
  const bare = barePhone(text).replace(/^00/, '+')
  const [, rest = ''] = new RegExp(`^\\+?${home}(\\d+)$`).exec(bare) ?? []
  return national.test(rest) ? rest : bare
}

/** The spellings that records may hold, the usual one first, so that an exact lookup can use an index. */
export const phoneSpellings = (text: string): string[] => {
  const normal = normalPhone(text)
  if (national.test(normal)) return [normal, `+${home}${normal}`, `${home}${normal}`, `00${home}${normal}`]
  const digits = normal.replace('+', '')
  return normal.startsWith('+') ? [normal, digits, `00${digits}`] : [normal, `+${digits}`, `00${digits}`]
}

/**
 * The number with its plus if an SMS may be sent to it: Spanish mobiles start with 6 or 7, while any foreign number may
 * be one.
 */
export const mobileOf = (text: string) => {
  const normal = normalPhone(text)
  if (national.test(normal)) return /^[67]/.test(normal) ? `+${home}${normal}` : undefined
  return /^\+\d{7,15}$/.test(normal) && !normal.startsWith(`+${home}`) ? normal : undefined
}

/** Why a caller cannot be saved: callers are looked up by their number. */
export const callerProblem = ({ phoneNumber }: { phoneNumber: string }): ProblemKey | undefined => {
  const number = normalPhone(phoneNumber)
  if (number === '') return 'problems.phoneRequired'
  return phonePattern.test(number) ? undefined : 'problems.phoneInvalid'
}

/** Countries with one language, by dialling code; numbers of other countries say nothing about it. */
const languageByCountry: Readonly<Record<string, string>> = {
  1: 'en',
  30: 'el',
  31: 'nl',
  33: 'fr',
  39: 'it',
  40: 'ro',
  43: 'de',
  44: 'en',
  45: 'da',
  46: 'sv',
  47: 'no',
  48: 'pl',
  49: 'de',
  52: 'es',
  54: 'es',
  55: 'pt',
  56: 'es',
  57: 'es',
  61: 'en',
  81: 'ja',
  86: 'zh',
  90: 'tr',
  351: 'pt',
  353: 'en',
}

/** The language of the country of a foreign number; undefined for a Spanish number, which anyone may have. */
export const languageOfNumber = (text: string) => {
  const digits = /^\+(\d{7,15})$/.exec(normalPhone(text))?.[1] ?? ''
  return (
    languageByCountry[digits.slice(0, 3)] ??
    languageByCountry[digits.slice(0, 2)] ??
    languageByCountry[digits.slice(0, 1)]
  )
}
