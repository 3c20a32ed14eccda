import { useComputedColorScheme } from '@mantine/core'
import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { outlineUrl } from './atlas.ts'
import { useMapSettings } from './map-style.ts'
import { outlineStyle, type Scheme, streetsFirst } from './outline-style.ts'
import { hasLoaded, usePublicMap } from './public-map.ts'
import { streetSource } from './street-tiles.ts'

/** Below this zoom the borders of municipalities would blur into a grey smear. */
export const municipalityZoom = 8

/** What the map has drawn completely: first the streets, then the names on them. */
const usePictures = (map: MapRef | null) => {
  const [shown, setShown] = useState<'nothing' | 'streets' | 'names'>('nothing')
  useEffect(() => {
    if (!map) return
    const note = () => setShown('streets')
    if (map.loaded()) note()
    map.on('load', note)
    return () => void map.off('load', note)
  }, [map])
  useEffect(() => {
    if (!map || shown !== 'streets') return
    const note = () => setShown('names')
    map.on('render', note)
    map.triggerRepaint()
    return () => void map.off('render', note)
  }, [map, shown])
  return shown
}

/** Whether the land is drawn, so that the area around it can be sea. */
const useIsLandDrawn = (map: MapRef | null, provinces: string | undefined) => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!map || !provinces || isDrawn) return
    const look = () => {
      if (hasLoaded(map, ['provinces'])) setDrawn(true)
    }
    map.on('render', look)
    return () => void map.off('render', look)
  }, [map, provinces, isDrawn])
  return isDrawn
}

type Look = { isNear: boolean; isAlone: boolean }

/**
 * The embedded map, in Parada's colours: first the streets, then their names, then the outlines around them once they
 * have loaded. The half megabyte of municipal borders is of no use beneath a public map and would delay the switch from
 * a failing one, so it loads only when this map stands alone.
 */
const useEmbeddedMap = (map: MapRef | null, scheme: Scheme, { isNear, isAlone }: Look): StyleSpecification => {
  const files = useMapSettings()?.files
  const [provinces, setProvinces] = useState<string>()
  const [municipalities, setMunicipalities] = useState<string>()

  const shown = usePictures(map)
  const isWhole = shown === 'names'
  useEffect(() => {
    if (isWhole) void outlineUrl('provinces').then(setProvinces)
  }, [isWhole])
  useEffect(() => {
    if (isWhole && isNear && isAlone) void outlineUrl('municipalities').then(setMunicipalities)
  }, [isWhole, isNear, isAlone])
  const hasSea = useIsLandDrawn(map, provinces)

  const isFirst = shown === 'nothing'
  return useMemo(() => {
    const streets = files?.length ? streetSource(files) : undefined
    const borders = isAlone ? municipalities : undefined
    const style = outlineStyle(scheme, { provinces, municipalities: borders }, { streets, hasSea })
    return isFirst ? streetsFirst(style) : style
  }, [scheme, provinces, municipalities, files, hasSea, isFirst, isAlone])
}

/** Both styles at once. The one beneath is covered while it loads. */
const layered = (above: StyleSpecification, beneath: StyleSpecification): StyleSpecification => ({
  ...beneath,
  ...above,
  sources: { ...beneath.sources, ...above.sources },
  layers: [...beneath.layers, ...above.layers],
})

/**
 * The public base map while available, otherwise the embedded one, in the screen's colour scheme. Either replaces the
 * other only after being drawn beneath it, so that the map is never blank.
 */
export const useBaseMap = (map: MapRef | null, isNear: boolean) => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const found = usePublicMap(map, scheme)
  const [shown, setShown] = useState<StyleSpecification>()
  const embedded = useEmbeddedMap(map, scheme, { isNear, isAlone: !found && !shown })
  const isChanging = (found === undefined) !== (shown === undefined)
  const wanted = found ?? embedded

  useEffect(() => {
    if (!map || !isChanging) return
    // Checked on every frame: the last tile may arrive without an event of its own, and a map with moving taxis never
    // becomes idle.
    const look = () => {
      if (hasLoaded(map, Object.keys(wanted.sources))) setShown(found)
    }
    map.on('render', look)
    map.triggerRepaint()
    return () => void map.off('render', look)
  }, [map, isChanging, wanted, found])

  return useMemo(() => {
    const above = shown ? (found ?? shown) : embedded
    return { style: isChanging ? layered(above, wanted) : above, public: shown && (found ?? shown) }
  }, [shown, found, embedded, isChanging, wanted])
}
