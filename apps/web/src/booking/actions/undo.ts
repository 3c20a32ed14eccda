import { services } from '@parada/contract/calls/services'
import { useRef } from 'react'
import { useClient } from '../../kit/client.ts'
import { randomKey } from '../../kit/random-key.ts'
import { undoToast } from '../../kit/undo.tsx'
import { useKeepBooking, useReloadBooking } from '../record/booking-record.ts'

/** Something that was sent under an Undo-Key, and when. */
export type Act = { key: string; since: number }

export const newAct = (): Act => ({ key: randomKey(), since: Date.now() })

type UndoOffer = { ids: readonly number[]; detail?: string; onUndone?: () => void }

/** Offers to undo what was done to these bookings, in one call or several. */
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

/** Makes what a form sends undoable: the header for the call, and the toast that offers it. */
export const useUndo = () => {
  const offer = useOfferUndo()
  const last = useRef<Act & { sent: string }>(undefined)
  return {
    /** Sent again unchanged it has the same key, and its time runs from the first attempt. */
    header: (body: unknown) => {
      const sent = JSON.stringify(body)
      if (last.current?.sent !== sent) last.current = { sent, ...newAct() }
      return { 'Undo-Key': last.current.key }
    },
    toast: (message: string, offered: UndoOffer) => offer(message, last.current ? [last.current] : [], offered),
  }
}
