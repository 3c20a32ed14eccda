import { Button, Kbd, TextInput } from '@mantine/core'
import { places } from '@parada/contract/calls/places'
import { isPlaceComplete } from '@parada/domain/booking/places'
import { mapDefaults } from '@parada/domain/places/geo'
import { plainText } from '@parada/domain/places/suggestions'
import type { DraftPlace } from '@parada/domain/wizard/draft'
import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useSessionState } from '../../session/use-session.ts'
import { useUsualPlaces } from '../customer/use-past.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'

/** The town is the last part of an address. */
const townIn = (address: string | null | undefined) => {
  const [, ...rest] = (address ?? '').split(',')
  const last = rest.at(-1)?.trim() ?? ''
  return /\d/.test(last) ? '' : last
}

/** The town most likely meant: the one typed, else that of the other places, else that of the fleets. */
const useTown = (typed: string) => {
  const client = useClient()
  const { draft } = useWizard()
  const usual = useUsualPlaces(draft, 'origin') ?? []
  const fleet = useSessionState((state) => state.fleets)?.find(({ lat, lon }) => lat && lon)
  const ends = [draft.origin, draft.destination].filter(isPlaceComplete)
  const known = [{ addressField: typed }, ...ends, ...usual].map((place) => townIn(place?.addressField)).find(Boolean)
  const { lat, lon } = fleet?.lat && fleet.lon ? { lat: fleet.lat, lon: fleet.lon } : mapDefaults.centre
  const { data } = useQuery({
    queryKey: ['wizard', 'town', lat, lon],
    queryFn: ({ signal }) => client(places.reverse, { query: { format: 'jsonv2', lat, lon }, signal }),
    enabled: !known,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return known ?? data?.address.city ?? ''
}

type Props = { field: string; value: DraftPlace; onKeep: (place: DraftPlace) => void }

/**
 * Offers to keep a typed address that matches no suggestion, with the coordinates of its town or of a point set on the
 * map.
 */
export const KeepPlace = ({ field, value, onKeep }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const typed = (value.addressField ?? '').trim()
  const likely = useTown(typed)
  const [given, setGiven] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  const town = (given ?? likely).trim()

  const keep = async () => {
    const named = plainText(town)
    const { suggestedAddresses } = await client(places.search, { query: { q: town } }).catch(() => ({
      suggestedAddresses: [],
    }))
    const there = suggestedAddresses.find(({ addressField }) => plainText(townIn(addressField)) === named)
    if (!named || !there) return setUnknown(true)
    const addressField = plainText(typed).endsWith(named) ? typed : `${typed}, ${townIn(there.addressField)}`
    onKeep({ ...value, addressField, lat: there.lat, lon: there.lon, isApproximate: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    void keep()
  }
  return (
    <div className={classes.keep}>
      <p className={classes.unplaced} role="alert">
        <IconMapPinOff size={15} aria-hidden="true" />
        {t('wizard.place.notFound')}
      </p>
      <TextInput
        size="xs"
        data-field={`${field}Town`}
        aria-label={t('wizard.place.town')}
        placeholder={t('wizard.place.town')}
        autoComplete="off"
        maxLength={80}
        value={given ?? likely}
        error={isUnknown ? t('wizard.place.townUnknown') : undefined}
        errorProps={{ role: 'alert' }}
        onChange={({ target }) => {
          setUnknown(false)
          setGiven(target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <Button size="compact-sm" variant="default" rightSection={<Kbd size="xs">↵</Kbd>} onClick={keep}>
        {t('wizard.place.keep')}
      </Button>
      <span className={classes.hint}>{t('wizard.place.orPoint')}</span>
    </div>
  )
}

/** A lasting note that the coordinates of an address are not exact. */
export const UncertainPlace = ({ text }: { text: 'wizard.place.approximate' | 'wizard.place.midStreet' }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.unplaced}>
      <IconMapPinOff size={15} aria-hidden="true" />
      {t(text)}
    </p>
  )
}
