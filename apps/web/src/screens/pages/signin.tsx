import { defaultMobilePrefix, type SignInForm } from '@parada/domain/session'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndReason } from '../../session/events.ts'
import { home, safeTarget } from '../../session/guard.ts'
import type { DemoUser } from '../../session/page-settings.ts'
import { useSessionState } from '../../session/use-session.ts'
import { useSettings } from '../../session/use-tenant.ts'
import classes from './-bare-page.module.css'
import { BarePage } from './-bare-page.tsx'
import { Field } from './-field.tsx'
import { NoticeLine } from './-notice.tsx'
import { useSignInController } from './-sign-in-controller.ts'

const ways = ['email', 'mobile'] as const

/** The values of the form's fields, including autofilled ones. */
const typedInto = (form: HTMLFormElement, by: SignInForm['by']): SignInForm => {
  const text = (name: string) => String(new FormData(form).get(name) ?? '')
  return by === 'email'
    ? { by, email: text('email'), password: text('password') }
    : { by, prefix: text('prefix'), number: text('number'), password: text('password') }
}

const formOf = ({ identifier, password }: DemoUser): SignInForm => {
  const [prefix = '', number] = identifier.split(';')
  return number === undefined
    ? { by: 'email', email: identifier, password }
    : { by: 'mobile', prefix, number, password }
}

const SignIn = () => {
  const { t } = useTranslation()
  const { to, reason } = Route.useSearch()
  const { prepareFrame } = Route.useRouteContext()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [by, setBy] = useState<SignInForm['by']>('email')
  const { busy, problems, notice, signIn } = useSignInController()
  const { demoUsers = [], tenant, brand } = useSettings()

  const enter = async (typed: SignInForm) => {
    prepareFrame()
    if (form.current && (await signIn(form.current, typed))) navigate({ href: safeTarget(to), replace: true })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    enter(typedInto(event.currentTarget, by))
  }

  // The server derives the tenant from the URL, and sends branding only for tenants it knows.
  if (tenant !== undefined && brand === undefined)
    return (
      <BarePage title={t('signIn.unknownTenant')}>
        <p className={classes.text} role="alert">
          {t('signIn.unknownTenantDetail', { tenant })}
        </p>
      </BarePage>
    )

  return (
    <BarePage title={t('signIn.title')}>
      <SignedInAlready />
      <NoticeLine notice={notice ?? (reason ? { isError: true, key: 'signIn.expired' } : undefined)} />
      <form ref={form} onInput={prepareFrame} onSubmit={submit} noValidate className={classes.form}>
        <fieldset className={classes.ways}>
          <legend className={classes.hidden}>{t('signIn.way')}</legend>
          {ways.map((way) => (
            <label key={way} className={classes.way}>
              <input type="radio" name="by" value={way} checked={by === way} onChange={() => setBy(way)} />
              <span>{t(`signIn.by.${way}`)}</span>
            </label>
          ))}
        </fieldset>
        {by === 'email' ? (
          <Field name="email" type="email" autoComplete="username" label={t('fields.email')} problem={problems.email} />
        ) : (
          <div className={classes.mobile}>
            <Field
              name="prefix"
              type="tel"
              autoComplete="tel-country-code"
              defaultValue={`+${defaultMobilePrefix}`}
              label={t('fields.prefixMobileNumber')}
              problem={problems.prefix}
            />
            <Field
              name="number"
              type="tel"
              autoComplete="username"
              label={t('fields.mobileNumber')}
              problem={problems.number}
            />
          </div>
        )}
        <Field
          name="password"
          type="password"
          autoComplete="current-password"
          label={t('fields.password')}
          problem={problems.password}
        />
        <button type="submit" className={classes.action} aria-disabled={busy} data-busy={busy}>
          {t('signIn.submit')}
        </button>
      </form>
      <Link to="/pages/forgot" className={classes.link}>
        {t('signIn.forgot')}
      </Link>
      {demoUsers.length > 0 && (
        <section className={classes.demo} aria-label={t('signIn.demo')}>
          <h2 className={classes.demoTitle}>{t('signIn.demo')}</h2>
          <div className={classes.demoUsers}>
            {demoUsers.map((user) => (
              <button
                key={user.identifier}
                type="button"
                className={classes.demoUser}
                onClick={() => enter(formOf(user))}
              >
                <span>{user.name}</span>
                <small>{t(`signIn.kinds.${user.label}`, user.label)}</small>
              </button>
            ))}
          </div>
        </section>
      )}
    </BarePage>
  )
}

const SignedInAlready = () => {
  const { t } = useTranslation()
  const isSignedIn = useSessionState(({ token }) => token !== undefined)
  const self = useSessionState((state) => state.self)
  if (!isSignedIn) return null
  return (
    <p className={classes.text}>
      {self ? t('signIn.already', { name: `${self.name} ${self.surname}` }) : t('signIn.alreadyUnnamed')}{' '}
      <Link to={home} className={classes.link}>
        {t('signIn.on')}
      </Link>
    </p>
  )
}

/** Reasons to explain; users who signed out themselves need none. */
const reasons = ['expired', 'notAuthenticated'] as const

type SignInSearch = { to?: string; reason?: EndReason }

export const Route = createFileRoute('/pages/signin')({
  staticData: { access: 'public', title: 'signIn.title' },
  validateSearch: ({ to, reason }: Record<string, unknown>): SignInSearch => ({
    to: typeof to === 'string' ? to : undefined,
    reason: reasons.find((known) => known === reason),
  }),
  component: SignIn,
})
