import { type HeatMap, heatMap } from '@parada/contract/calls/heat-map'
import type { Fleet } from '@parada/contract/entities'
import { type HeatKind, heatKinds } from '@parada/domain/places/heat'
import { useQueries } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { localeOf } from '../../kit/format.ts'
import type { MapArea, MapHeat, MapLayer } from '../../kit/map/map-props.ts'
import { type Preference, remembered, useRemembered } from '../../session/remembered.ts'
import { useMay } from '../../session/use-may.ts'
import { areaOf, useFleetsWithAreas } from './fleet-areas.ts'

type Switch = Preference<'on' | 'off'>
const switchOf = (name: string): Switch => remembered(`map.${name}`, ['on', 'off'], () => 'off')
const areasSwitch = switchOf('areas')
const heatSwitches: Record<HeatKind, Switch> = { demand: switchOf('demand'), refusals: switchOf('refusals') }

const tones: Record<HeatKind, MapHeat['tone']> = { demand: 'warm', refusals: 'red' }

/** The heat of past weeks depends on the hour of the day, so it is refetched. */
const freshMs = 300_000

const layerOf = (key: string, label: string, choice: Switch, value: string): MapLayer => ({
  ...{ key, label, isOn: value === 'on' },
  onToggle: (isOn) => choice.set(isOn ? 'on' : 'off'),
})

/** The legend of a heat map: what is counted, on which weekdays and between which hours. */
const heatLegend = (kind: HeatKind, { hour, weekday, cells }: HeatMap, t: TFunction, language: string) => {
  const clock = (at: number) => `${String(at % 24).padStart(2, '0')}:00`
  const hours = `${clock(hour)}–${clock(hour + 1)}`
  if (cells.length === 0) return t(`map.heat.${kind}.none`, { hours })
  // 1 January 2023 was a Sunday.
  const day = new Date(Date.UTC(2023, 0, 1 + (weekday ?? 0)))
  const name = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(day)
  return t(`map.heat.${kind}.legend`, { days: weekday === null ? t('map.heat.everyDay') : name, hours })
}

const noFleets: Fleet[] = []

/**
 * The layers that any map of rides can show. They are off by default, and nothing is fetched until one is switched on.
 */
export const useMapLayers = () => {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const client = useClient()
  const mayHeat = useMay(heatMap.get)
  const areasValue = useRemembered(areasSwitch)
  const demand = useRemembered(heatSwitches.demand)
  const refusals = useRemembered(heatSwitches.refusals)
  const { data: fleets = noFleets } = useFleetsWithAreas({ enabled: areasValue === 'on' })
  const found = useQueries({
    queries: heatKinds.map((kind) => ({
      queryKey: ['heat', kind],
      queryFn: ({ signal }: { signal: AbortSignal }) => client(heatMap.get, { params: { kind }, signal }),
      enabled: mayHeat && { demand, refusals }[kind] === 'on',
      staleTime: freshMs,
      refetchInterval: freshMs,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const areas = useMemo(
    (): MapArea[] | undefined => (areasValue === 'on' ? fleets.map((fleet) => areaOf(fleet)) : undefined),
    [areasValue, fleets],
  )
  const heat = useMemo(
    () =>
      heatKinds.flatMap((kind, at): MapHeat[] => {
        const map = found[at]
        if ({ demand, refusals }[kind] === 'off' || !mayHeat || !map) return []
        return [{ key: kind, tone: tones[kind], cells: map.cells, legend: heatLegend(kind, map, t, language) }]
      }),
    [found, demand, refusals, mayHeat, t, language],
  )
  const layers = useMemo(() => {
    const heats = heatKinds.map((kind) =>
      layerOf(kind, t(`map.heat.${kind}.layer`), heatSwitches[kind], { demand, refusals }[kind]),
    )
    return [layerOf('areas', t('map.areas'), areasSwitch, areasValue), ...(mayHeat ? heats : [])]
  }, [areasValue, demand, refusals, mayHeat, t])
  return { layers, heat, ...(areas && { areas }) }
}
