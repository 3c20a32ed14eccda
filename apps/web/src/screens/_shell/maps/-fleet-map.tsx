import { Checkbox, TextInput } from '@mantine/core'
import { places } from '@parada/contract/calls/places'
import type { Fleet } from '@parada/contract/entities'
import { boundsOf, coverageOf, type FleetAround, fleetsAround, standOf } from '@parada/domain/places/coverage'
import { mapDefaults, type Point, readRadius } from '@parada/domain/places/geo'
import { mergeSuggestions, plainText } from '@parada/domain/places/suggestions'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaOf, fleetStateOf, useFleetsWithAreas } from '../../../booking/record/fleet-areas.ts'
import { useMapLayers } from '../../../booking/record/map-layers.ts'
import { taxiMark } from '../../../booking/record/map-points.ts'
import { useTaxiPositions } from '../../../booking/record/taxi-positions.ts'
import { AddressBox } from '../../../kit/address-box/address-box.tsx'
import { textOf } from '../../../kit/address-box/suggestions.ts'
import { useClient } from '../../../kit/client.ts'
import listClasses from '../../../kit/list/view/list.module.css'
import { Failure } from '../../../kit/list/view/states.tsx'
import { usePhone } from '../../../kit/list/view/use-phone.ts'
import { MapView } from '../../../kit/map/map.tsx'
import type { MapArea, MapPoint } from '../../../kit/map/map-props.ts'
import { useHolds } from '../../../session/use-may.ts'
import { FleetList } from './-fleet-list.tsx'
import classes from './-fleet-map.module.css'

type Place = { text: string; point: Point | undefined }

const nowhere: Place = { text: '', point: undefined }

const usePlaceSearch = () => {
  const client = useClient()
  return useCallback(
    async (q: string, signal: AbortSignal) => {
      const { suggestedAddresses } = await client(places.search, { query: { q }, signal })
      return mergeSuggestions(suggestedAddresses).slice(0, 12)
    },
    [client],
  )
}

const alone = (fleet: Fleet): FleetAround<Fleet> => ({ fleet, metres: undefined, isCovering: false, isNear: false })

const usePoints = (found: readonly Fleet[], { text, point }: Place) => {
  const { t } = useTranslation()
  return useMemo(() => {
    const stands = found.flatMap((fleet): MapPoint[] => {
      const { color, sign, word } = fleetStateOf(fleet)
      const stand = standOf(fleet)
      const label = `${fleet.fleetLongName}: ${t(word)}`
      return stand ? [{ ...stand, id: String(fleet.id), kind: 'fleet', label, state: color, sign }] : []
    })
    const place: MapPoint[] = point ? [{ ...point, id: 'place', kind: 'stop', label: text }] : []
    return [...stands, ...place]
  }, [found, text, point, t])
}

const taxiMs = 6_000
const taxiPrefix = 'taxi-'

/** The taxis on a booking, at their last reported position. */
const useTaxis = (isShown: boolean) => {
  const { t } = useTranslation()
  const positions = useTaxiPositions(taxiMs, { enabled: isShown })
  return useMemo(
    () =>
      isShown
        ? [...positions.values()].map(
            (position): MapPoint => ({
              ...taxiMark(position, `${taxiPrefix}${position.id}`),
              label: t('fleetMap.taxi', { id: position.id }),
            }),
          )
        : [],
    [isShown, positions, t],
  )
}

const areasOf = (shown: readonly FleetAround<Fleet>[], chosen: number | undefined): MapArea[] =>
  shown.map(({ fleet, isCovering }) => areaOf(fleet, fleet.id === chosen || (chosen === undefined && isCovering)))

const panes = ['list', 'map'] as const
type Pane = (typeof panes)[number]

/** Phones show the list or the map, the list first. */
const PaneSwitch = ({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) => {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form
    <span className={listClasses.toggle} role="group" aria-label={t('list.beside')}>
      {panes.map((one) => (
        <button key={one} type="button" aria-pressed={one === pane} onClick={() => onPane(one)}>
          {t(`fleetMap.panes.${one}`)}
        </button>
      ))}
    </span>
  )
}

/** Fleets with their coverage, and a search for those that cover a place (O3-60). */
export const FleetMap = ({ chosen }: { chosen: number | undefined }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: found = [], error, refetch, isSuccess } = useFleetsWithAreas()
  const [place, setPlace] = useState<Place>(nowhere)
  const [radius, setRadius] = useState<string>(String(mapDefaults.filterRadiusKm))
  const [sought, setSought] = useState('')
  const [pane, setPane] = useState<Pane>('list')
  const hasMap = !usePhone() || pane === 'map'
  const search = usePlaceSearch()
  const mayShowTaxis = useHolds('taxiMap2')
  const [showsTaxis, setShowsTaxis] = useState(true)
  const taxis = useTaxis(mayShowTaxis && showsTaxis)

  const radiusKm = readRadius(radius)
  const around = useMemo(
    () => (place.point ? fleetsAround(place.point, radiusKm ?? mapDefaults.filterRadiusKm, found) : found.map(alone)),
    [place.point, radiusKm, found],
  )
  const listed = around.filter(({ fleet }) => plainText(fleet.fleetLongName).includes(plainText(sought)))
  const fixed = usePoints(found, place)
  const points = useMemo(() => [...fixed, ...taxis], [fixed, taxis])
  const areas = useMemo(() => areasOf(around, chosen), [around, chosen])
  // Coverage is what this map is about, so the layer of areas cannot be switched off.
  const { layers, heat } = useMapLayers()
  const fleet = found.find(({ id }) => id === chosen)
  const bounds = useMemo(() => fleet && boundsOf(coverageOf(fleet)), [fleet])
  const choose = (id: number | undefined) =>
    void navigate({ to: '/maps', search: id === undefined || id === chosen ? {} : { fleet: id }, replace: true })

  const select = (id: string) => {
    if (id.startsWith(taxiPrefix))
      void navigate({ to: '/services/$id', params: { id: id.slice(taxiPrefix.length) }, search: {} })
    else if (id !== 'place') choose(Number(id))
  }

  const covering = around.filter(({ isCovering }) => isCovering).length
  const near = around.filter(({ isCovering, isNear }) => isNear && !isCovering).length
  const answer = [
    t('fleetMap.covering', { count: covering }),
    radiusKm !== undefined && t('fleetMap.near', { count: near, km: radiusKm }),
  ]

  return (
    <div className={classes.screen} data-pane={pane}>
      <div className={classes.side}>
        <div className={classes.form}>
          <h1 className={classes.title}>{t('screens.maps')}</h1>
          <div className={classes.place}>
            <AddressBox
              label={t('fleetMap.place')}
              placeholder={t('fleetMap.placeHint')}
              value={{ addressField: place.text }}
              search={search}
              onType={(text) => setPlace({ text, point: undefined })}
              onChoose={(suggestion) => {
                const { lat, lon } = suggestion
                setPlace({ text: textOf(suggestion), point: { lat, lon } })
                choose(undefined)
              }}
            />
            <TextInput
              size="sm"
              label={t('fleetMap.radius')}
              value={radius}
              inputMode="decimal"
              autoComplete="off"
              error={radiusKm === undefined && t('fleetMap.radiusProblem')}
              onChange={({ target }) => setRadius(target.value)}
            />
          </div>
          <output className={classes.answer}>
            {place.point ? answer.filter(Boolean).join(' ') : t('fleetMap.placeToDo')}
          </output>
          {mayShowTaxis && (
            <Checkbox
              size="xs"
              label={t('fleetMap.showTaxis')}
              checked={showsTaxis}
              onChange={({ currentTarget }) => setShowsTaxis(currentTarget.checked)}
            />
          )}
          <div className={classes.ways}>
            <PaneSwitch pane={pane} onPane={setPane} />
          </div>
          <TextInput
            size="sm"
            className={classes.search}
            type="search"
            label={t('fleetMap.search')}
            value={sought}
            autoComplete="off"
            onChange={({ target }) => setSought(target.value)}
          />
        </div>
        {error && <Failure message={error.message} onRetry={refetch} />}
        <FleetList listed={listed} chosen={chosen} onChoose={choose} />
        {isSuccess && listed.length === 0 && (
          <p className={classes.nothing}>{t(sought ? 'common.noResults' : 'fleetMap.none')}</p>
        )}
      </div>
      {hasMap && (
        <div className={classes.map}>
          <MapView
            label={t('fleetMap.map')}
            points={points}
            areas={areas}
            heat={heat}
            layers={layers.filter(({ key }) => key !== 'areas')}
            look={bounds && { key: `fleet ${chosen}`, bounds }}
            {...(chosen !== undefined && { selected: String(chosen) })}
            onSelect={select}
          />
        </div>
      )}
    </div>
  )
}
