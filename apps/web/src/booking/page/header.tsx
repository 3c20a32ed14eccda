import { Menu } from '@mantine/core'
import { stateLabelKey } from '@parada/domain/booking/dispatch'
import { stateColor } from '@parada/domain/code-colors'
import { dispatchStatus, isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TakeFocus } from '../../kit/focus.tsx'
import { State } from '../../kit/state.tsx'
import { type ActionId, actionKeys, mainActions, type OfferedAction } from '../actions/offered-actions.ts'
import type { Booking } from '../record/booking-record.ts'
import { dayWords, momentWords, timeWords } from '../record/words.ts'
import classes from './booking.module.css'
import { howSoon } from './how-soon.ts'

type Props = {
  booking: Booking
  now: number
  offered: readonly OfferedAction[]
  onAct: (id: ActionId) => void
  /** Who else has the booking open. */
  children?: ReactNode
}

const Back = () => {
  const { t } = useTranslation()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <button
      type="button"
      className={classes.back}
      aria-label={t('common.back')}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/dashboard' }))}
    >
      ‹
    </button>
  )
}

const isOnBoard = ({ statusDispatch }: Booking) => statusDispatch === constants.CLIENT_ON_BOARD

/** The state as a colour and a word. */
const BookingState = ({ booking }: { booking: Booking }) => {
  const { t } = useTranslation()
  const { status, statusDispatch } = booking
  const isShown = isAlive(status) && (isOnBoard(booking) || statusDispatch === dispatchStatus.locked)
  const color = isShown ? stateColor('dispatchStatus', statusDispatch) : stateColor('bookingStatus', status)
  return <State color={color}>{t(stateLabelKey(booking) ?? String(status))}</State>
}

/** Finishing is due only once the passenger is on board. */
const isDue = (id: ActionId, booking: Booking) => id !== 'finish' || isOnBoard(booking)

const Actions = ({ booking, offered, onAct }: Omit<Props, 'now'>) => {
  const { t } = useTranslation()
  const main = mainActions(booking, offered)
  const rest = offered.filter((action) => !main.includes(action))
  const keyOf = (id: ActionId) => actionKeys[id]?.toUpperCase()
  return (
    <div className={classes.actions}>
      {main.map(({ id, blocked }, at) => (
        <button
          key={id}
          type="button"
          className={at === 0 && isDue(id, booking) ? classes.loud : classes.plain}
          disabled={blocked !== undefined}
          title={blocked && t(blocked)}
          aria-keyshortcuts={actionKeys[id]}
          onClick={() => onAct(id)}
        >
          {t(`booking.actions.${id}`)} {keyOf(id) && <kbd>{keyOf(id)}</kbd>}
        </button>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-end" width={280} transitionProps={{ duration: 0 }} trapFocus={false} returnFocus={false}>
          <Menu.Target>
            <button type="button" className={classes.plain} aria-label={t('booking.moreActions')}>
              ⋯
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <TakeFocus />
            {rest.map(({ id, blocked }) => (
              <Menu.Item
                key={id}
                disabled={blocked !== undefined}
                rightSection={keyOf(id) && <kbd className={classes.menuKey}>{keyOf(id)}</kbd>}
                onClick={() => onAct(id)}
              >
                {t(`booking.actions.${id}`)}
                {blocked && <small className={classes.why}>{t(blocked)}</small>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

export const BookingHeader = ({ booking, now, offered, onAct, children }: Props) => {
  const { t, i18n } = useTranslation()
  const { id, timeBookingStartTimestamp: start, timeZone, asap } = booking
  const whole = momentWords(start, timeZone, i18n.language)
  const isToday = dayWords(start, timeZone) === dayWords(now, timeZone)
  const time = isToday ? t('time.today', { time: timeWords(start, timeZone, i18n.language) }) : whole
  return (
    <div className={classes.head}>
      <Back />
      <h1>{id}</h1>
      <BookingState booking={booking} />
      <p className={classes.start} title={whole}>
        {asap && `${t('fields.asap')} · `}
        {time}
        {isAlive(booking.status) && <b> · {howSoon(start, now, t)}</b>}
      </p>
      {children}
      <Actions booking={booking} offered={offered} onAct={onAct} />
    </div>
  )
}
