import type { Parking } from '@parada/contract/calls/parking'
import type { Grants } from '@parada/domain/access/permissions'
import { finishParkingProblem, mayFinishParking } from '@parada/domain/trip/parking'
import { useMemo } from 'react'
import { lazy } from '../kit/lazy.ts'
import type { RowActions } from '../kit/list/declare/row-actions.ts'
import { log } from '../kit/log.ts'
import { useSessionState } from '../session/use-session.ts'
import { useSendReceipt } from './parking-record.ts'

const FinishParking = lazy(() => import('./finish-parking.tsx'))

/** What the parking lists know about the signed-in user. */
type ParkingKnown = { grants: Grants | undefined }

export const useParkingKnown = (): ParkingKnown => {
  const grants = useSessionState((state) => state.grants)
  return useMemo(() => ({ grants }), [grants])
}

export const mayFinish = (row: Parking, { grants }: ParkingKnown) =>
  grants !== undefined && finishParkingProblem(row) === undefined && mayFinishParking(grants, row, log)

export const finishActions: RowActions<Parking, ParkingKnown, undefined> = {
  actions: [
    {
      id: 'finish',
      label: 'parking.finish',
      shortcut: 'f',
      isFor: mayFinish,
      run: ([row], { show, close }) => row && show(() => <FinishParking row={row} onClose={close} />),
    },
  ],
}

type SendReceipt = ReturnType<typeof useSendReceipt>

export const receiptActions: RowActions<Parking, ParkingKnown, SendReceipt> = {
  use: useSendReceipt,
  actions: [
    { id: 'receipt', label: 'service.receipt', shortcut: 's', run: ([row], { tools }) => row && tools(row.id) },
  ],
}
