import { places } from '@parada/contract/calls/places'
import type { Suggestion } from '@parada/domain/places/suggestions'
import { useTranslation } from 'react-i18next'
import { AddressBox } from '../../kit/address-box/address-box.tsx'
import { useClient } from '../../kit/client.ts'
import type { Booking } from '../record/booking-record.ts'

export type Place = NonNullable<Booking['origin']>
export type Ends = { origin: Place | null; destination: Place | null }

type Props = {
  /** Suggestions near this place come first. */
  near: Place | null
  ends: Ends
  errorOf: (end: keyof Ends) => string | undefined
  onChange: (part: Partial<Ends>) => void
}

const placeOf = ({ addressField, lat, lon, isPoi, idPoi }: Suggestion): Place => ({
  addressField,
  lat,
  lon,
  isPoi,
  idPoi: idPoi ?? null,
})

/** The pickup and destination of a ride. Text that is typed but not chosen is no place yet: it has no coordinates. */
export const PlaceFields = ({ near, ends, errorOf, onChange }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const search = (end: keyof Ends) => async (q: string, signal: AbortSignal) => {
    const around = near?.lat && near.lon ? { lat: near.lat, lon: near.lon } : {}
    const query = { q, ...around, ...(end === 'destination' && { queryAsDestination: 'true' as const }) }
    return (await client(places.search, { query, signal })).suggestedAddresses
  }
  return (['origin', 'destination'] as const).map((end) => (
    <AddressBox
      key={end}
      label={t(`fields.${end}`)}
      value={ends[end]}
      error={errorOf(end)}
      search={search(end)}
      autoFocus={end === 'origin'}
      onType={(addressField) => onChange({ [end]: addressField === '' ? null : { addressField } })}
      onChoose={(suggestion) => onChange({ [end]: placeOf(suggestion) })}
    />
  ))
}
