import type { Work } from '@parada/db/queries/booking-changes'
import { sheets } from '@parada/db/queries/vehicles'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import { refuse } from '../http/problem.ts'
import { advance, holdSheet } from './follow.ts'

/** Sends a refused sheet again with the current data of its booking and vehicle. */
export const sendAgain = async (work: Work, idSheet: number) => {
  const held = await holdSheet(work, idSheet)
  if (!held) throw refuse.notFound()
  if (held.sheet.status !== sheetStatus.refused) throw refuse.state('problems.sheetNotRefused')
  const status = held.sheet.dateSyncRegistration === null ? sheetStatus.waiting : sheetStatus.registered
  return advance(work, await sheets.change(work, 'again', held.sheet, { status, errorMessage: '' }), held.ride, true)
}
