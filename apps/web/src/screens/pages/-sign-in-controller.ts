import { session as calls } from '@parada/contract/calls/session'
import { isEmail, type SignInForm, signInProblems } from '@parada/domain/session'
import { useRef, useState } from 'react'
import { type CallFailed, useClient } from '../../kit/client.ts'
import { newPasswordProblems } from '../../session/new-password.ts'
import { passwordHash } from '../../session/password-hash.ts'
import { useSession } from '../../session/use-session.ts'

/** A message key with an optional second line, or a text from the server. */
export type Notice = { isError: boolean; key?: string; detail?: string; text?: string }
export type Problems = Record<string, string | undefined>

/** Shared by sign-in and password reset: problems at their fields, one request at a time, one notice (P-011, P-019). */
export const useSignInController = () => {
  const session = useSession()
  const client = useClient()
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [notice, setNotice] = useState<Notice>()

  /** Resolves to whether the form was sent and accepted. */
  const submit = async (form: HTMLFormElement, found: Problems, send: () => Promise<Notice | undefined>) => {
    if (isSending.current) return false
    setProblems(found)
    setNotice(undefined)
    const bad = [...form.querySelectorAll('input')].find(({ name }) => found[name])
    if (bad) {
      bad.focus()
      return false
    }
    isSending.current = true
    setBusy(true)
    try {
      const told = await send()
      setNotice(told)
      return !told?.isError
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const sendOrSay = (send: Promise<unknown>, done: Pick<Notice, 'key' | 'detail'>) =>
    send.then(
      (): Notice => ({ isError: false, ...done }),
      (failure: CallFailed): Notice =>
        failure.http ? { isError: true, text: failure.message } : { isError: true, key: 'signIn.unreachable' },
    )

  return {
    busy,
    problems,
    notice,

    signIn: (form: HTMLFormElement, typed: SignInForm) =>
      submit(form, signInProblems(typed), async () => {
        const failure = await session.signIn(typed)
        return failure && { isError: true, ...failure }
      }),

    resendPassword: (form: HTMLFormElement, email: string) =>
      submit(form, isEmail(email) ? {} : { email: 'problems.emailInvalid' }, () =>
        sendOrSay(client(calls.resendPassword, { body: { email } }), {
          key: 'forgot.sent',
          detail: 'forgot.sentDetail',
        }),
      ),

    resetPassword: (form: HTMLFormElement, token: string, password: string, again: string) =>
      submit(form, newPasswordProblems(password, again), async () =>
        sendOrSay(client(calls.resetPassword, { body: { token, password: await passwordHash(password) } }), {
          key: 'forgot.changed',
        }),
      ),
  }
}
