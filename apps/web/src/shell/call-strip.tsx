import { Kbd, UnstyledButton } from '@mantine/core'
import { phoneCalls } from '@parada/contract/calls/phone-calls'
import type { IncomingCall } from '@parada/contract/live-message'
import { stateLabelKey } from '@parada/domain/booking/dispatch'
import { hourWords } from '@parada/domain/booking/texts'
import { IconAlertTriangle, IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { formatsFor } from '../kit/format.ts'
import { log } from '../kit/log.ts'
import { useKeyListener } from '../kit/use-keys.ts'
import { calls, type MissedCall, type RingingCall, useCalls } from '../session/calls.ts'
import { useHearing } from '../session/live-state.ts'
import { offerNextCall } from '../session/next-call.ts'
import { sound } from '../session/preferences.ts'
import { useRemembered } from '../session/remembered.ts'
import { useSessionState } from '../session/use-session.ts'
import classes from './call-strip.module.css'

type Caller = NonNullable<IncomingCall['caller']>
type OpenBooking = NonNullable<Caller['openBooking']>

const nameOf = ({ caller }: IncomingCall) => (caller ? `${caller.firstName} ${caller.lastName}`.trim() : '')

const callPath = ({ phoneNumberOrigin, phoneNumberDialed }: IncomingCall) =>
  ['/new-booking/caller', phoneNumberOrigin, phoneNumberDialed]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part, at) => (at === 0 ? part : encodeURIComponent(String(part))))
    .join('/')

/** Takes a call: stops it ringing at all desks and opens the given page. */
const useTaking = () => {
  const router: AnyRouter = useRouter()
  const ask = useClient()
  return (call: IncomingCall, to: string) => {
    calls.dropFrom(call.phoneNumberOrigin)
    const { phoneNumberOrigin, phoneNumberDialed } = call
    if (phoneNumberDialed)
      ask(phoneCalls.taken, { body: { phoneNumberOrigin, phoneNumberDialed } }).catch((problem) =>
        log('The other desks could not be told who took the call', problem),
      )
    void router.navigate({ href: to })
  }
}

/** What the call is probably about: the caller's active booking, when its taxi arrives and which taxi it is. */
const About = ({ id, statusBooking, timeBookingStartTimestamp }: OpenBooking) => {
  const { t, i18n } = useTranslation()
  const known = useSessionState(({ bookingsAlive }) => bookingsAlive?.find((booking) => booking.id === id))
  const label = stateLabelKey(known ?? { status: statusBooking })
  const due = known?.timeServiceArrival ?? known?.promisedArrival ?? null
  const taxi = known && [known.idSupplierTaxi, known.supplierTaxiDescription].filter(Boolean).join(' · ')
  return (
    <span className={classes.about}>
      {t('booking.active', {
        id,
        state: label ? t(label) : statusBooking,
        time: formatsFor(i18n.language).time(timeBookingStartTimestamp),
      })}
      {due !== null &&
        ` · ${t('live.promised', { time: hourWords({ ...known, timeBookingStartTimestamp: due }, i18n.language) })}`}
      {taxi && ` · ${taxi}`}
    </span>
  )
}

const Language = ({ code, isGuess }: NonNullable<IncomingCall['language']>) => {
  const { t, i18n } = useTranslation()
  const language = new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code
  return <span className={classes.dialed}>{t(isGuess ? 'live.probablySpeaks' : 'live.speaks', { language })}</span>
}

const useSeconds = () => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const waited = (since: number, now: number) => {
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type RingingProps = { ringing: RingingCall; now: number; onBook?: (() => void) | undefined; onOpen?: () => void }

const Ringing = ({ ringing, now, onBook, onOpen }: RingingProps) => {
  const { t } = useTranslation()
  const { id, call, key, since } = ringing
  const { phoneNumberOrigin, phoneNumberDialed, caller } = call
  const name = nameOf(call)
  return (
    <li className={classes.call} data-blacklisted={caller?.isBlacklisted || undefined}>
      <IconPhone size={16} aria-hidden="true" />
      <span role="alert">
        {t('live.incomingCall')} <span className={classes.number}>{phoneNumberOrigin}</span>{' '}
        {name && <span className={classes.name}>{name}</span>}{' '}
        {caller?.isBlacklisted && (
          <span className={classes.blacklisted}>
            <IconAlertTriangle size={15} aria-hidden="true" /> {t('caller.blacklisted')}
          </span>
        )}
      </span>
      {call.language && <Language {...call.language} />}
      {phoneNumberDialed && <span className={classes.dialed}>{t('live.dialed', { number: phoneNumberDialed })}</span>}
      {caller?.openBooking && <About {...caller.openBooking} />}
      <span className={classes.waited} title={t('live.waiting')}>
        {waited(since, now)}
      </span>
      {onOpen && caller?.openBooking && (
        <UnstyledButton className={classes.act} onClick={onOpen} aria-keyshortcuts={key && `Control+${key}`}>
          {t('live.open')} {key && <Kbd size="xs">Ctrl {key}</Kbd>}
        </UnstyledButton>
      )}
      {onBook && (
        <UnstyledButton className={classes.main} onClick={onBook} aria-keyshortcuts={key}>
          {t('screens.newBooking')} {key && <Kbd size="xs">{key}</Kbd>}
        </UnstyledButton>
      )}
      <UnstyledButton className={classes.act} onClick={() => calls.drop(id)} aria-keyshortcuts={key && `Shift+${key}`}>
        {t('live.dismiss')} {key && <Kbd size="xs">⇧ {key}</Kbd>}
      </UnstyledButton>
    </li>
  )
}

const Missed = ({ missed }: { missed: readonly MissedCall[] }) => {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const format = formatsFor(i18n.language)
  if (missed.length === 0) return null
  return (
    <div className={classes.missed}>
      <UnstyledButton className={classes.act} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconPhoneOff size={15} aria-hidden="true" /> {t('live.missed', { n: missed.length })}
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.calls} aria-label={t('live.missedCalls')}>
          {missed.map(({ id, call, since }) => (
            <li key={id} className={classes.call}>
              <span className={classes.number}>{call.phoneNumberOrigin}</span>
              <span className={classes.name}>{nameOf(call)}</span>
              <span className={classes.dialed}>{format.time(since)}</span>
              <a className={classes.main} href={`tel:${call.phoneNumberOrigin}`} onClick={() => calls.forget(id)}>
                {t('live.callBack')}
              </a>
              <UnstyledButton
                className={classes.act}
                onClick={() => calls.forget(id)}
                aria-label={`${t('live.dismiss')} ${call.phoneNumberOrigin}`}
              >
                {t('live.dismiss')}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Calls have their own place below the screen, so that they never cover what is being typed. */
const CallStrip = ({ mayGo }: { mayGo: (path: string) => boolean }) => {
  const { t } = useTranslation()
  const { ringing, missed } = useCalls()
  const take = useTaking()
  const now = useSeconds()
  const isMuted = useRemembered(sound) === 'off'
  const isSilent = useHearing() === 'waiting' && !isMuted

  const bookOf = ({ call, mayBook }: RingingCall) => {
    const path = callPath(call)
    return mayBook && mayGo(path) ? () => take(call, path) : undefined
  }
  const openOf = ({ call }: RingingCall) => {
    const id = call.caller?.openBooking?.id
    return id === undefined ? undefined : () => take(call, `/services/${id}`)
  }

  useEffect(() => {
    offerNextCall(() => {
      const book = ringing.map(bookOf).find((one) => one !== undefined)
      book?.()
      return book !== undefined
    })
    return () => offerNextCall(() => false)
  })

  useKeyListener((event) => {
    const one = ringing.find(({ key }) => key === event.key)
    if (!one || event.altKey || event.metaKey) return
    const act = event.shiftKey ? () => calls.drop(one.id) : event.ctrlKey ? openOf(one) : bookOf(one)
    if (!act) return
    event.preventDefault()
    act()
  })

  return (
    <section className={classes.strip} aria-label={t('live.calls')}>
      <ul className={classes.calls}>
        {ringing.map((one) => {
          const open = openOf(one)
          return <Ringing key={one.id} ringing={one} now={now} onBook={bookOf(one)} {...(open && { onOpen: open })} />
        })}
      </ul>
      {isSilent && ringing.length > 0 && <p className={classes.silent}>{t('sound.waiting')}</p>}
      <Missed missed={missed} />
    </section>
  )
}

export default CallStrip
