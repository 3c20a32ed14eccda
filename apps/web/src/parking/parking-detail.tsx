import { Button, Group, Text } from '@mantine/core'
import { type CancelledParking, type Parking, parking } from '@parada/contract/calls/parking'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOne } from '../kit/list/declare/one-of.ts'
import { Modal } from '../kit/modal.tsx'
import FinishParking from './finish-parking.tsx'
import { mayFinish, useParkingKnown } from './parking-actions.tsx'
import { ParkingFacts } from './parking-facts.tsx'

type Props<Row> = { row: Row; onClose: () => void }

/** An active booking, kept up to date; closes when it is finished here or elsewhere. */
export const ActiveParking = ({ row: opened, onClose }: Props<Parking>) => {
  const { t } = useTranslation()
  const { row: current, error, isLoading } = useOne(parking.alive, opened.id)
  const known = useParkingKnown()
  const [isAsked, setAsked] = useState(false)
  const isOver = !isLoading && !error && !isAsked && current === undefined
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const row = current ?? opened
  return (
    <>
      <Modal opened onClose={onClose} title={t('parking.title', { id: row.id })} size="md">
        <ParkingFacts row={row} />
        {mayFinish(row, known) && (
          <Group justify="flex-end" mt="sm">
            <Button size="xs" onClick={() => setAsked(true)}>
              {t('parking.finish')}
            </Button>
          </Group>
        )}
      </Modal>
      {isAsked && (
        <FinishParking
          row={row}
          onClose={(isDone) => {
            setAsked(false)
            if (isDone) onClose()
          }}
        />
      )}
    </>
  )
}

export const CancelledParkingDetail = ({ row, onClose }: Props<CancelledParking>) => {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('parking.title', { id: row.id })} size="md">
      <ParkingFacts row={row} />
      {row.cancelReason && (
        <Text size="sm" mt="xs">
          {t('fields.cancelReason')}: {row.cancelReason}
        </Text>
      )}
    </Modal>
  )
}
