import { fleets } from '@parada/contract/calls/fleets'
import { isGranted } from '@parada/domain/access/permissions'
import { plainText } from '@parada/domain/places/suggestions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { PickList, usePickFilter } from '../../kit/form/pick-list.tsx'
import { useSessionState } from '../../session/use-session.ts'
import type { Booking } from '../record/booking-record.ts'

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

type FleetRow = { id: number; fleetLongName: string }
type Props = {
  label: string
  fleets: readonly FleetRow[]
  isLoading: boolean
  failure: string | undefined
  value: number | null
  error: string | undefined
  onChange: (id: number) => void
  /** So many at a time; without it all of them. */
  pageSize?: number
}

const filterDelayMs = 200

/** One fleet out of those that were loaded. */
export const FleetChoice = ({ fleets: all, pageSize, ...props }: Props) => {
  const { t } = useTranslation()
  const filter = usePickFilter(filterDelayMs)
  const sought = plainText(filter.sought)
  const found = all.filter(({ fleetLongName }) => plainText(fleetLongName).includes(sought))
  const from = pageSize === undefined ? 0 : filter.page * pageSize
  const shown = pageSize === undefined ? found : found.slice(from, from + pageSize)
  return (
    <PickList
      {...props}
      filterLabel={t('booking.filterFleets')}
      empty={t('booking.noFleet')}
      rows={shown.map(({ id, fleetLongName }) => ({ id, label: fleetLongName }))}
      filter={filter}
      {...(pageSize !== undefined && {
        pages: { page: filter.page, size: pageSize, total: found.length, onPage: filter.setPage },
      })}
    />
  )
}
