import { callers } from '@parada/contract/calls/callers'
import { mayAccess } from '@parada/domain/access/permissions'
import type { Draft } from '@parada/domain/wizard/draft'
import i18next from 'i18next'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Client, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { toast } from '../kit/toast.tsx'
import type { Session } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { type Courier, type CourierNews, createCourier } from './courier.ts'
import type { DraftStore } from './draft-store.ts'

type Hear = (news: CourierNews) => void

/** A courier outlives the screen: the booking is sent even if the operator has moved on to the dashboard. */
const couriers = new WeakMap<DraftStore, { courier: Courier; hear: { now: Hear } }>()

/** Shows a toast on whichever screen the user has moved on to. */
const announce = (news: CourierNews) => {
  const { t } = i18next
  if (news.kind === 'done') {
    const { variant, saved, passengerName: name } = news.draft
    const title = t(variant === 'new-booking' ? 'booking.toast.created' : 'wizard.registered')
    toast(title, saved ? t('booking.which', { id: saved.id, name }) : name)
  }
  if (news.kind === 'recurringFailed')
    failedToast(t('wizard.recurringFailed', { message: news.failure.message }), undefined, { autoClose: false })
}

const courierOf = (store: DraftStore, client: Client, session: Session) => {
  const known = couriers.get(store)
  if (known) return known
  const hear: { now: Hear } = { now: () => undefined }
  const courier = createCourier({
    client,
    store,
    mayCreateCaller: () => mayAccess(session.state().grants, callers.create.access),
    tell: (news) => {
      announce(news)
      hear.now(news)
    },
  })
  const made = { courier, hear }
  couriers.set(store, made)
  return made
}

/** Sends what is outstanding of a draft, and reports the outcome. */
export const useCourier = (store: DraftStore, draft: Draft, onNews: Hear) => {
  const client = useClient()
  const session = useSession()
  const { courier, hear } = courierOf(store, client, session)
  const latest = useRef(onNews)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    hear.now = (news) => latest.current(news)
    return () => {
      hear.now = () => undefined
    }
  }, [hear])

  const { key, attempt, step, isSent } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may be a reason to send something
  useEffect(() => courier.carry(key), [courier, key, attempt, step, isSent])

  useEffect(() => {
    window.addEventListener('online', courier.hurry)
    return () => window.removeEventListener('online', courier.hurry)
  }, [courier])

  return useSyncExternalStore(courier.subscribe, () => courier.isLost(key))
}
