import { constants } from '@parada/domain/constants'
import type { JournalLine } from '../record/booking-record.ts'
import { type Change, changeWords, type useWriting } from '../record/words.ts'

type TimelineEntry = { id: number; at: number; who: string; did: string; changes: Change[] }

/** Actions that create a booking. Every field is new then, so the timeline lists only the promise. */
const beginnings: readonly string[] = ['create', 'register', 'takeOver', 'repeat']
const toldAtBeginning: readonly string[] = ['promisedArrival', 'promisedPrice']

type Writing = ReturnType<typeof useWriting>

const makerOf = (who: string, idInsurer: number | null | undefined, { t }: Writing) => {
  if (who === constants.productName) return t('booking.system')
  return idInsurer == null ? who : t('booking.byInsurer', { who })
}

/** What happened, newest first: who, when and what changed. */
export const timelineOf = (journal: readonly JournalLine[], writing: Writing): TimelineEntry[] =>
  journal
    .toSorted((a, b) => b.at - a.at || b.version - a.version || b.id - a.id)
    .map(({ id, at, who, idInsurer, action, before, after }) => {
      const isBeginning = beginnings.includes(action)
      const fields = Object.keys(after).filter((field) => !isBeginning || toldAtBeginning.includes(field))
      return {
        id,
        at,
        who: makerOf(who, idInsurer, writing),
        did: writing.t(`booking.did.${action}`, { defaultValue: action, id: after.idPrevious ?? after.idCopyFrom }),
        changes: fields.flatMap((field) => changeWords(field, before[field], after[field], writing) ?? []),
      }
    })
