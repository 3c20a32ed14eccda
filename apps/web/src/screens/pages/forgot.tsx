import { createFileRoute, Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './-bare-page.module.css'
import { BarePage } from './-bare-page.tsx'
import { Field } from './-field.tsx'
import { NoticeLine } from './-notice.tsx'
import { useSignInController } from './-sign-in-controller.ts'

const textsOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return (name: string) => String(data.get(name) ?? '')
}

const Forgot = () => {
  const { t } = useTranslation()
  const { reset } = Route.useSearch()
  const { busy, problems, notice, resendPassword, resetPassword } = useSignInController()
  const [done, setDone] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const text = textsOf(form)
    const send = reset
      ? resetPassword(form, reset, text('password'), text('again'))
      : resendPassword(form, text('email').trim())
    setDone(await send)
  }

  return (
    <BarePage title={t(reset ? 'forgot.newTitle' : 'forgot.title')}>
      <NoticeLine notice={notice} />
      {!done && (
        <form onSubmit={submit} noValidate className={classes.form}>
          {reset ? (
            <>
              <Field
                name="password"
                type="password"
                autoComplete="new-password"
                label={t('fields.newPassword')}
                problem={problems.password}
              />
              <Field
                name="again"
                type="password"
                autoComplete="new-password"
                label={t('fields.repeatPassword')}
                problem={problems.again}
              />
            </>
          ) : (
            <>
              <p className={classes.text}>{t('forgot.text')}</p>
              <Field
                name="email"
                type="email"
                autoComplete="username"
                label={t('fields.email')}
                problem={problems.email}
              />
            </>
          )}
          <button type="submit" className={classes.action} aria-disabled={busy} data-busy={busy}>
            {t(reset ? 'forgot.change' : 'common.send')}
          </button>
        </form>
      )}
      <Link to="/pages/signin" className={classes.link}>
        {t('forgot.back')}
      </Link>
    </BarePage>
  )
}

export const Route = createFileRoute('/pages/forgot')({
  staticData: { access: 'public', title: 'forgot.title' },
  validateSearch: ({ reset }: Record<string, unknown>): { reset?: string } => ({
    reset: reset === undefined ? undefined : String(reset),
  }),
  component: Forgot,
})
