import { newKey } from '@parada/db/keys'
import { required } from '@parada/domain/objects'
import {
  canonicalIdentifier,
  type SignInForm,
  type SignInProblems,
  shortestPassword,
  signInIdentifier,
  signInProblems,
} from '@parada/domain/session'
import { Refused } from './refused.ts'

const said: Record<string, string> = {
  'problems.emailInvalid': 'is not an e-mail address',
  'problems.prefixInvalid': 'has a wrong prefix: write 34;600000000',
  'problems.numberInvalid': 'has a wrong number: write 34;600000000',
}

/** Applies the rules of the sign-in form, so that everything accepted here can be typed there. */
const checkIdentifier = (typed: string, form: SignInForm) => {
  const [problem] = Object.values<SignInProblems[keyof SignInProblems]>(signInProblems(form))
  if (problem) throw new Refused(`"${typed}" ${said[problem] ?? problem}`)
  return required(canonicalIdentifier(signInIdentifier(form)))
}

// Any password will do, because only the identifier is checked.
const password = '-'

export const readEmail = (typed: string) => checkIdentifier(typed, { by: 'email', email: typed, password })

export const readMobile = (typed: string) => {
  const [prefix = '', number, ...rest] = typed.split(';')
  if (number === undefined || rest.length > 0)
    throw new Refused(`"${typed}" is not a mobile number: write 34;600000000`)
  const identifier = checkIdentifier(typed, { by: 'mobile', prefix, number, password })
  const [cleanPrefix = '', cleanNumber = ''] = identifier.split(';')
  return { prefix: cleanPrefix, number: cleanNumber }
}

/** An e-mail address, or a mobile number written prefix;number. */
export const readIdentifier = (typed: string | undefined) => {
  if (!typed?.includes(';')) return readEmail(typed ?? '')
  const { prefix, number } = readMobile(typed)
  return `${prefix};${number}`
}

export type ChosenPassword = { plain: string; isGenerated: boolean }

/** The given password, or a random one. */
export const choosePassword = (given: string | undefined): ChosenPassword => {
  if (given === undefined) return { plain: newKey(12), isGenerated: true }
  if (given.length < shortestPassword)
    throw new Refused(`The password must have at least ${shortestPassword} characters`)
  return { plain: given, isGenerated: false }
}
