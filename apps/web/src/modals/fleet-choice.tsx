import { Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { fleets } from '@parada/contract/calls/fleets'
import { isGranted } from '@parada/domain/access'
import { plainText } from '@parada/domain/suggestions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { useSessionState } from '../session/use-session.ts'
import type { Booking } from './booking-record.ts'

export type FleetPermission = 'dispatchServiceByFleet' | 'addFleet'

/** Who may dispatch to any fleet picks from all of them (document 1); the fleets that cover the pickup come first. */
export const useFleetsToChoose = ({ origin }: Booking, permission: FleetPermission) => {
  const client = useClient()
  const toAny = useSessionState(({ grants }) => !!grants && isGranted(grants, 'dispatchServiceToAnyFleet'))
  const asked = permission === 'dispatchServiceByFleet' && toAny ? 'dispatchServiceToAnyFleet' : permission
  const near = origin?.lat && origin.lon ? { originLat: origin.lat, originLon: origin.lon } : {}
  return useQuery({
    queryKey: ['fleets', asked, near],
    queryFn: ({ signal }) => client(fleets.withPermission, { params: { permission: asked }, query: near, signal }),
  })
}

type Shown = { id: number; fleetLongName: string }
type Props = {
  label: string
  fleets: readonly Shown[]
  isLoading: boolean
  failure: string | undefined
  value: number | null
  error: string | undefined
  onChange: (id: number) => void
}

/** One fleet out of many: typed letters thin the list out, the arrow keys walk through it. */
export const FleetChoice = ({ label, fleets: all, isLoading, failure, value, error, onChange }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const sought = plainText(typed)
  const shown = all.filter(({ fleetLongName }) => plainText(fleetLongName).includes(sought))
  return (
    <Radio.Group
      size="sm"
      label={label}
      error={error}
      value={value === null ? '' : String(value)}
      onChange={(id) => onChange(Number(id))}
    >
      <Stack gap={6}>
        <TextInput
          size="sm"
          data-autofocus
          aria-label={t('booking.filterFleets')}
          placeholder={t('booking.filterFleets')}
          value={typed}
          error={error !== undefined}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {failure && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {failure}
          </Text>
        )}
        <ScrollArea.Autosize mah={220} type="auto" aria-busy={isLoading}>
          <Stack gap={4} p={2}>
            {shown.map(({ id, fleetLongName }) => (
              <Radio key={id} size="xs" value={String(id)} label={fleetLongName} />
            ))}
            {!isLoading && shown.length === 0 && <Text size="sm">{t('booking.noFleet')}</Text>}
          </Stack>
        </ScrollArea.Autosize>
      </Stack>
    </Radio.Group>
  )
}
