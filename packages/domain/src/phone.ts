import type { ProblemKey } from './problem/keys.ts'
import { defaultMobilePrefix } from './session.ts'

const home = defaultMobilePrefix
/** Spain's numbers have nine digits and start with 6 to 9, so one that carries the country's code is told by its length. */
const national = /^[6-9]\d{8}$/

/** Whatever people and telephone systems write between digits. */
export const barePhone = (text: string) => text.replaceAll(/[\s().\-/]/g, '')

/** Digits, with a plus in front or without. */
export const phonePattern = /^\+?\d{3,20}$/

/** A number that nobody has typed in part only. */
export const wholePhonePattern = /^\+?\d{9,20}$/

export const isWholePhone = (typed: string) => wholePhonePattern.test(normalPhone(typed))

/** One spelling for one number: a home number without its country's code, a foreign one with a plus. */
export const normalPhone = (text: string) => {
  const bare = barePhone(text).replace(/^00/, '+')
  const [, rest = ''] = new RegExp(`^\\+?${home}(\\d+)$`).exec(bare) ?? []
  return national.test(rest) ? rest : bare
}

/** The ways records may hold the number, the usual one first: to be looked up exactly, and therefore by an index. */
export const phoneSpellings = (text: string): string[] => {
  const normal = normalPhone(text)
  if (national.test(normal)) return [normal, `+${home}${normal}`, `${home}${normal}`, `00${home}${normal}`]
  const digits = normal.replace('+', '')
  return normal.startsWith('+') ? [normal, digits, `00${digits}`] : [normal, `+${digits}`, `00${digits}`]
}

/**
 * The number with its plus, if an SMS may be sent to it: Spain's mobiles start with 6 or 7, and of a foreign number nobody
 * can tell.
 */
export const mobileOf = (text: string) => {
  const normal = normalPhone(text)
  if (national.test(normal)) return /^[67]/.test(normal) ? `+${home}${normal}` : undefined
  return /^\+\d{7,15}$/.test(normal) && !normal.startsWith(`+${home}`) ? normal : undefined
}

/** What keeps a caller from being saved: without a number of their own nobody can be found by it. */
export const callerProblem = ({ phoneNumber }: { phoneNumber: string }): ProblemKey | undefined => {
  const number = normalPhone(phoneNumber)
  if (number === '') return 'problems.phoneRequired'
  return phonePattern.test(number) ? undefined : 'problems.phoneInvalid'
}

/** Countries that speak one language, by their code; of the others a number tells nothing. */
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

/** What is spoken where a foreign number comes from; nothing for a home number, which anybody may have. */
export const languageOfNumber = (text: string) => {
  const digits = /^\+(\d{7,15})$/.exec(normalPhone(text))?.[1] ?? ''
  return (
    languageByCountry[digits.slice(0, 3)] ??
    languageByCountry[digits.slice(0, 2)] ??
    languageByCountry[digits.slice(0, 1)]
  )
}
