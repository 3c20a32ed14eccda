import { Text } from '@mantine/core'
import { type Parking, parking } from '@parada/contract/calls/parking'
import { useTranslation } from 'react-i18next'
import { useUndo } from '../booking/actions/undo.ts'
import { isOddAnswer, useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { useReloadParkings } from './parking-record.ts'

/** Asks for confirmation before a Qoob booking is finished (O3-37). */
const FinishParking = ({ row, onClose }: { row: Parking; onClose: (isDone?: boolean) => void }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadParkings()
  const undo = useUndo()
  const form = useForm<object, unknown>({
    initial: () => ({}),
    send: async () => {
      await client(parking.finish, { params: { id: row.id }, headers: undo.header(row.id) })
      // The row must leave the list before its modal closes.
      await reload()
    },
    onDone: () => {
      undo.toast(t('parking.finished'), { ids: [], detail: t('parking.which', { id: row.id }), onUndone: reload })
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
