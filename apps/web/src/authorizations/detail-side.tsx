import { Button, Group, UnstyledButton } from '@mantine/core'
import { authorizations } from '@parada/contract/calls/authorizations'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { statusChangesFrom } from '@parada/domain/authorization/status'
import { bookingProblem } from '@parada/domain/authorization/validity'
import { stateColor } from '@parada/domain/code-colors'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BookingLines } from '../booking/record/booking-lines.tsx'
import { Journeys, useJourneys } from '../booking/record/journeys.tsx'
import { formatsFor } from '../kit/format.ts'
import lines from '../kit/lines.module.css'
import { problemWords } from '../kit/problem-words.ts'
import { State } from '../kit/state.tsx'
import { useSessionState } from '../session/use-session.ts'
import { type AccountForm, type Authorization, useAccounts, useBookingsOf, useJournal } from './authorization-record.ts'
import classes from './authorizations.module.css'
import { useChangeWords } from './words.ts'

const shownBookings = 10
const taking = anyOf('dispatchServiceByFleet', 'viewAllAuthorizations')
const seesFinished = anyOf('editServiceByFleet')

export type SideAction = 'activate' | 'deactivate' | 'email' | 'unlink' | 'accountForms'

type Props = {
  authorization: Authorization
  account: AccountForm
  mayEdit: boolean
  /** Whether there are unsaved edits. */
  isChanged: boolean
  onAct: (action: SideAction) => void
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

const Act = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button type="button" size="compact-sm" variant="default" onClick={onClick}>
    {label}
  </Button>
)

/** The authorization's status and the actions on it. */
const Standing = ({ authorization, mayEdit, isChanged, onAct }: Props) => {
  const { t } = useTranslation()
  const mayBook = useSessionState(({ grants }) => mayAccess(grants, taking))
  const mayMail = useSessionState(({ whitelabelConfig }) => !!whitelabelConfig?.canResendAuthorizationEmail)
  const [now] = useState(Date.now)
  const { status, subscriberCode, userNumber } = authorization
  const problem = bookingProblem(authorization, now)
  return (
    <div>
      <State color={stateColor('authorizationStatus', status)}>{t(`codes.authorizationStatus.${status}`)}</State>
      {problem && status === 1 && <p>{problemWords(t, problem)}</p>}
      <Group gap={6} mt={6}>
        {mayBook && !problem && isChanged && (
          <Button size="compact-sm" disabled>
            {t('authorization.bookOnceSaved')}
          </Button>
        )}
        {mayBook && !problem && !isChanged && (
          <Button
            size="compact-sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/new-booking/authorization/{-$subscriberCode}/{-$userNumber}"
                params={{ subscriberCode, userNumber }}
              />
            )}
          >
            {t('authorization.book')}
          </Button>
        )}
        {mayEdit &&
          statusChangesFrom(status).map((next) => {
            const word = next === 1 ? 'activate' : 'deactivate'
            return <Act key={next} label={t(`authorization.status.${word}`)} onClick={() => onAct(word)} />
          })}
        {mayEdit && mayMail && <Act label={t('authorization.email.again')} onClick={() => onAct('email')} />}
      </Group>
    </div>
  )
}

const Facts = ({ authorization, account, mayEdit, onAct }: Props) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const { accounts } = useAccounts()
  const { id, dateCreated, lastChange, countServices, idPaymentAccount, idTravelGroup, idUser, user } = authorization
  const paying = accounts?.find((one) => one.id === idPaymentAccount)?.name
  const group = account.travelGroupList.find((one) => one.id === idTravelGroup)?.name
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim()
  const facts: [string, ReactNode][] = [
    ['id', id],
    ['idPaymentAccount', paying ? `${paying} (${idPaymentAccount})` : idPaymentAccount],
    ['idTravelGroup', group ?? idTravelGroup ?? '—'],
    ['countServices', countServices],
    ['dateCreated', time(dateCreated)],
    ['lastChange', time(lastChange)],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([field, value]) => (
          <FactLine key={field} label={t(`fields.${field}`)}>
            {value}
          </FactLine>
        ))}
      </dl>
      <Section title={t('authorization.linkedUser')}>
        {idUser === null ? (
          <p>{t('authorization.noUser')}</p>
        ) : (
          <Group gap={8}>
            <span>
              {name ? `${name} (${idUser})` : idUser} {user?.userEmail && <small>{user.userEmail}</small>}
            </span>
            {mayEdit && <Act label={t('authorization.unlink')} onClick={() => onAct('unlink')} />}
          </Group>
        )}
      </Section>
    </>
  )
}

const FactLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

/** The account fields of each booking under the authorization. */
const BookingFields = ({ authorization, onAct }: Props) => {
  const { t } = useTranslation()
  const configs = authorization.bookingBreakConfigs ?? []
  const mayReadForms = useSessionState(({ grants }) =>
    mayAccess(grants, anyOf('editAuthorizationByPA', 'createAuthorizationByPA', 'adminControl')),
  )
  return (
    <Section title={t('authorization.bookingFields')}>
      {configs.length === 0 ? (
        <p>{t('authorization.noBookingFields')}</p>
      ) : (
        <ul className={lines.lines}>
          {configs.map(({ id, label, type, mandatory }) => (
            <li key={id}>
              {label || t('fields.bookingBreak', { n: id })} ·{' '}
              {t(mandatory ? 'authorization.mandatory' : 'authorization.optional')}
              {type && <small>{t(`authorization.breakTypes.${type}`, type)}</small>}
            </li>
          ))}
        </ul>
      )}
      {mayReadForms && (
        <Group mt={6}>
          <Act label={t('authorization.accountForms')} onClick={() => onAct('accountForms')} />
        </Group>
      )}
    </Section>
  )
}

const dayMs = 86_400_000

/** The longest period that the list of finished bookings shows at once. */
const lastYear = (now: number) => {
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return { from: day(now - 364 * dayMs), to: day(now + dayMs) }
}

const LastBookings = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const bookings = useBookingsOf(id)
  const [now] = useState(Date.now)
  const maySeeAll = useSessionState(({ grants }) => mayAccess(grants, seesFinished))
  return (
    <Section title={t('authorization.bookings')}>
      {bookings?.length === 0 && <p>{t('authorization.noBookings')}</p>}
      {bookings && <BookingLines bookings={bookings.slice(0, shownBookings)} />}
      {maySeeAll && !!bookings?.length && (
        <Link to="/bookings/finished" search={{ idAuthorization: id, ...lastYear(now) }}>
          {t('authorization.allBookings')}
        </Link>
      )}
    </Section>
  )
}

const AllJourneys = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const query = useJourneys(authorizations.journeys, id)
  return (
    <Section title={t('journeys.title')}>
      {query.error && <p role="alert">{query.error.message}</p>}
      <Journeys query={query} />
    </Section>
  )
}

/** Who changed what, newest first. */
const History = ({ id, account }: { id: number; account: AccountForm }) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const words = useChangeWords(account.config)
  const { data, error, hasNextPage, fetchNextPage } = useJournal(id)
  const lines = data?.pages.flatMap(({ journal }) => journal) ?? []
  return (
    <Section title={t('authorization.history')}>
      {error && <p role="alert">{error.message}</p>}
      {data && lines.length === 0 && <p>{t('authorization.noHistory')}</p>}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history is scrolled by the keyboard too
        <ol className={classes.history} tabIndex={0} aria-label={t('authorization.history')}>
          {lines.map(({ version, at, who, before, after }) => (
            <li key={version}>
              <time dateTime={new Date(at).toISOString()}>{time(at)}</time> <b>{who}</b>
              {version === 1 ? (
                ` · ${t('authorization.created')}`
              ) : (
                <ul>
                  {Object.keys(after).flatMap((field) => {
                    const change = words({ field, before: before[field], after: after[field] })
                    return change
                      ? [<li key={field}>{`${change.label}: ${change.before || '—'} → ${change.after || '—'}`}</li>]
                      : []
                  })}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <UnstyledButton fz="sm" fw={500} onClick={() => void fetchNextPage()}>
          {t('authorization.earlier')}
        </UnstyledButton>
      )}
    </Section>
  )
}

/** Everything about an authorization except its form. */
export const DetailSide = (props: Props) => (
  <div className={classes.side}>
    <Standing {...props} />
    <Facts {...props} />
    <LastBookings id={props.authorization.id} />
    <AllJourneys id={props.authorization.id} />
    <BookingFields {...props} />
    <History id={props.authorization.id} account={props.account} />
  </div>
)
