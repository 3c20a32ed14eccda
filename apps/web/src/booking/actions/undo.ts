import { services } from '@parada/contract/calls/services'
import { useRef } from 'react'
import { useClient } from '../../kit/client.ts'
import { randomKey } from '../../kit/random-key.ts'
import { undoToast } from '../../kit/undo.tsx'
import { useKeepBooking, useReloadBooking } from '../record/booking-record.ts'

/** An API call that was sent with an Undo-Key, and when. */
export type Act = { key: string; since: number }

export const newAct = (): Act => ({ key: randomKey(), since: Date.now() })

type UndoOffer = { ids: readonly number[]; detail?: string; onUndone?: () => void }

/** Offers to undo one or several API calls that changed these bookings. */
export const useOfferUndo = () => {
  const client = useClient()
  const keep = useKeepBooking()
  const reload = useReloadBooking()
  const takeBack = async ({ key }: Act) => {
    const { bookings } = await client(services.undo, { body: { key } })
    for (const booking of bookings) keep(booking)
  }
  return (message: string, acts: readonly Act[], { ids, detail, onUndone }: UndoOffer) =>
    undoToast({
      message,
      detail,
      since: Math.min(...acts.map(({ since }) => since)),
      undo: async () => {
        const outcomes = await Promise.allSettled(acts.map(takeBack))
        const failed = outcomes.find((one) => one.status === 'rejected')
        if (failed) throw failed.reason
      },
      onUndone,
      onFailed: () => {
        for (const id of ids) reload(id)
      },
    })
}

/** Makes a form's API call undoable: the header to send, and the toast that offers to undo it. */
export const useUndo = () => {
  const offer = useOfferUndo()
  const last = useRef<Act & { sent: string }>(undefined)
  return {
    /** The same body gets the same key, and its time runs from the first attempt. */
    header: (body: unknown) => {
      const sent = JSON.stringify(body)
      if (last.current?.sent !== sent) last.current = { sent, ...newAct() }
      return { 'Undo-Key': last.current.key }
    },
    toast: (message: string, offered: UndoOffer) => offer(message, last.current ? [last.current] : [], offered),
  }
}
