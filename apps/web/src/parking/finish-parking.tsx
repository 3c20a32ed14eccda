import { Text } from '@mantine/core'
import { type Parking, parking } from '@parada/contract/calls/parking'
import { services } from '@parada/contract/calls/services'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailed, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { randomKey } from '../kit/random-key.ts'
import { undoToast } from '../kit/undo.tsx'
import { useReloadParkings } from './parking-record.ts'

/** Makes what is sent undoable: the header for the call, and the toast that offers it. */
export const useParkingUndo = () => {
  const client = useClient()
  const reload = useReloadParkings()
  const act = useRef<{ key: string; since: number }>(undefined)
  return {
    /** Sent again it has the same key, and its time runs from the first attempt. */
    header: () => {
      act.current ??= { key: randomKey(), since: Date.now() }
      return { 'Undo-Key': act.current.key }
    },
    toast: (message: string, detail: string) => {
      if (!act.current) return
      const { key, since } = act.current
      undoToast({
        ...{ message, detail, since },
        undo: () => client(services.undo, { body: { key } }),
        onUndone: reload,
        onFailed: reload,
      })
    },
  }
}

/** An answer that is no success is a warning; a call that failed, an error (document 3). */
const isOddAnswer = ({ http }: CallFailed) => http !== undefined && http.status < 300

/** Asks before a Qoob booking is finished (O3-37). */
const FinishParking = ({ row, onClose }: { row: Parking; onClose: (isDone?: boolean) => void }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadParkings()
  const undo = useParkingUndo()
  const form = useForm<object, unknown>({
    initial: () => ({}),
    send: async () => {
      await client(parking.finish, { params: { id: row.id }, headers: undo.header() })
      // The row is off the list before its modal is.
      await reload()
    },
    onDone: () => {
      undo.toast(t('parking.finished'), t('parking.which', { id: row.id }))
      onClose(true)
    },
    onFailed: (failure) => {
      const isOdd = isOddAnswer(failure)
      failedToast(t('parking.finishFailed'), isOdd ? undefined : failure.message, { color: isOdd ? 'yellow' : 'red' })
      void reload()
      onClose()
      return true
    },
  })
  return (
    <FormModal
      title={t('parking.finishTitle', { id: row.id })}
      action={t('parking.finish')}
      form={form}
      onClose={() => onClose()}
    >
      <Text size="sm">{[row.parkingName, row.numberPlate, row.customerName].filter(Boolean).join(' · ')}</Text>
      <Text size="sm">{t('parking.finishText')}</Text>
    </FormModal>
  )
}

export default FinishParking
