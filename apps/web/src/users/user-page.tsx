import { Button } from '@mantine/core'
import { type UserDetail, users } from '@parada/contract/calls/users'
import { stateColor } from '@parada/domain/code-colors'
import { userStatus } from '@parada/domain/user/fields'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BookingLines } from '../booking/record/booking-lines.tsx'
import { Journeys, useJourneys } from '../booking/record/journeys.tsx'
import { failedToast } from '../kit/failed-toast.ts'
import { formatsFor } from '../kit/format.ts'
import { useLeaveOnFailure } from '../kit/return-on-failure.ts'
import { State } from '../kit/state.tsx'
import { Block } from './block.tsx'
import { ChangeStatus } from './change-status.tsx'
import { DocumentsBlock } from './documents-block.tsx'
import { PersonForm, useUserChangeWords } from './person-form.tsx'
import { EraseData, ExportData } from './privacy.tsx'
import { PromosBlock } from './promos-block.tsx'
import { Summaries } from './summaries.tsx'
import { nameOf, useMayEdit, useUser, useUserJournal, useUserPart } from './user-record.ts'
import classes from './users.module.css'
import { WalletBlock } from './wallet.tsx'

const modals = { status: ChangeStatus, export: ExportData, erase: EraseData }
type Action = keyof typeof modals

const Header = ({ user, mayEdit, onAct }: { user: UserDetail; mayEdit: boolean; onAct: (action: Action) => void }) => {
  const { t, i18n } = useTranslation()
  const act = (action: Action, label: string) => (
    <Button type="button" size="compact-sm" variant="default" onClick={() => onAct(action)}>
      {label}
    </Button>
  )
  return (
    <header className={classes.head}>
      <Link to="/users" className={classes.back} aria-label={t('user.toList')}>
        ‹
      </Link>
      <h1>{nameOf(user) || t('user.nameless', { id: user.id })}</h1>
      <State color={stateColor('userStatus', user.status)}>{t(`codes.userStatus.${user.status}`)}</State>
      <span className={classes.soft}>
        {[user.id, user.whiteLabel, t('user.since', { date: formatsFor(i18n.language).date(user.dateCreated) })].join(
          ' · ',
        )}
      </span>
      {mayEdit && (
        <div className={classes.actions}>
          {act('status', t(user.status === userStatus.enabled ? 'user.disable' : 'user.enable'))}
          {act('export', t('user.privacy.export'))}
          {act('erase', t('user.privacy.erase'))}
        </div>
      )}
    </header>
  )
}

const Vehicles = ({ vehicles = [] }: Pick<UserDetail, 'vehicles'>) => {
  const { t } = useTranslation()
  return (
    <Block title={t('user.vehicles')}>
      {vehicles.length === 0 && <p className={classes.soft}>{t('user.noVehicles')}</p>}
      <ul className={classes.lines}>
        {vehicles.map(({ id, numberPlate, brand, model }) => (
          <li key={id}>
            <b>{numberPlate}</b> {[brand, model].filter(Boolean).join(' ')}
          </li>
        ))}
      </ul>
    </Block>
  )
}

const LastBookings = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const query = useUserPart(users.bookings, id, { id })
  const bookings = query.data?.bookings
  return (
    <Block title={t('user.lastBookings')} query={query}>
      {bookings?.length === 0 && <p className={classes.soft}>{t('user.none')}</p>}
      {bookings && <BookingLines bookings={bookings} />}
    </Block>
  )
}

const AllJourneys = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const query = useJourneys(users.journeys, id)
  return (
    <Block title={t('journeys.title')} query={query}>
      <Journeys query={query} />
    </Block>
  )
}

/** Who changed what, newest first. */
const History = ({ id }: { id: number }) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const words = useUserChangeWords()
  const query = useUserJournal(id)
  const lines = query.data?.journal
  return (
    <Block title={t('user.history')} query={query}>
      {lines?.length === 0 && <p className={classes.soft}>{t('user.noHistory')}</p>}
      <ol className={classes.lines}>
        {lines?.map(({ id: line, at, who, action, before, after }) => (
          <li key={line}>
            <time dateTime={new Date(at).toISOString()}>{time(at)}</time> <b>{who}</b>{' '}
            {t(`user.did.${action}`, { defaultValue: action })}
            <ul>
              {Object.entries(after).map(([field, value]) => {
                const said = words({ field, before: before[field] ?? null, after: value })
                if (!said) return null
                return (
                  <li key={field}>
                    {said.label}: {said.before || '—'} → {said.after || '—'}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ol>
    </Block>
  )
}

const Whole = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation()
  const mayEdit = useMayEdit(user)
  const [opened, setOpened] = useState<Action>()
  const ActionModal = opened && modals[opened]
  return (
    <article className={classes.page}>
      <Header user={user} mayEdit={mayEdit} onAct={setOpened} />
      {user.erasedAt !== null && (
        <p role="status" className={classes.notice}>
          {t('user.privacy.isErased')}
        </p>
      )}
      <div className={classes.columns}>
        <div>
          <PersonForm user={user} mayEdit={mayEdit} />
          <Summaries id={user.id} />
          <LastBookings id={user.id} />
          <AllJourneys id={user.id} />
        </div>
        <div>
          <WalletBlock user={user} />
          <DocumentsBlock id={user.id} />
          <PromosBlock id={user.id} mayEdit={mayEdit} />
          <Vehicles vehicles={user.vehicles} />
          <History id={user.id} />
        </div>
      </div>
      {ActionModal && <ActionModal user={user} onClose={() => setOpened(undefined)} />}
    </article>
  )
}

/** Everything about one user on one page. Returns to the list if the user cannot be loaded (document 3). */
export const UserPage = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error } = useUser(id)
  useLeaveOnFailure(data ? null : error, ({ message }) => {
    failedToast(t('user.failed'), message)
    void navigate({ to: '/users', replace: true })
  })
  if (!data) return <div className={classes.waiting} aria-busy="true" />
  return <Whole user={data.user} />
}
