/** A failed call as the client reports it; `http` is missing if there was no response. */
type CallFailure = Error & { http?: { status: number; statusText: string } }

/** A message key with its text, or a text from the server. */
export type SignInFailure = {
  key?: 'signIn.invalid' | 'signIn.unreachable'
  detail?: 'signIn.invalidDetail'
  text: string
}

/** See document 1, section 8. A failed sign-in with HTTP 200 gives its reason in meta (O1-05). */
export const signInFailure = ({ http, message }: CallFailure): SignInFailure => {
  if (!http) return { key: 'signIn.unreachable', text: message }
  if (http.status === 401) return { key: 'signIn.invalid', detail: 'signIn.invalidDetail', text: 'Invalid login' }
  return { text: http.status === 200 ? message : `${http.status} ${http.statusText || message}` }
}
