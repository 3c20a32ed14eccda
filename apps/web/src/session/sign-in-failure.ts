/** What the client says of a failed call; `http` is missing when no answer came at all. */
type CallFailure = Error & { http?: { status: number; statusText: string } }

/** A message key with the text it stands for, or a text that the server gave. */
export type SignInFailure = {
  key?: 'signIn.invalid' | 'signIn.unreachable'
  detail?: 'signIn.invalidDetail'
  text: string
}

/** Document 1, section 8; a login that HTTP calls a success and that is none carries its reason in meta (O1-05). */
export const signInFailure = ({ http, message }: CallFailure): SignInFailure => {
  if (!http) return { key: 'signIn.unreachable', text: message }
  if (http.status === 401) return { key: 'signIn.invalid', detail: 'signIn.invalidDetail', text: 'Invalid login' }
  return { text: http.status === 200 ? message : `${http.status} ${http.statusText || message}` }
}
