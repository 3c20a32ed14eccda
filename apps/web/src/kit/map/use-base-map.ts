import { useComputedColorScheme } from '@mantine/core'
import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { outlineUrl } from './atlas.ts'
import { useMapSettings } from './map-style.ts'
import { outlineStyle, type Scheme } from './outline-style.ts'
import { hasLoaded, usePublicMap } from './public-map.ts'
import { streetSource } from './street-tiles.ts'

/** Below this the borders of municipalities would be one grey smear, and half a megabyte for nothing. */
export const municipalityZoom = 8

/** Whether the map has shown its first whole picture. */
const useIsDrawn = (map: MapRef | null) => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!map) return
    const note = () => setDrawn(true)
    if (map.loaded()) note()
    map.on('load', note)
    return () => void map.off('load', note)
  }, [map])
  return isDrawn
}

/** What is embedded, in the house's colours: the streets first, and the outlines around them when they are there. */
const useEmbeddedMap = (map: MapRef | null, scheme: Scheme, isNear: boolean): StyleSpecification => {
  const files = useMapSettings()?.files
  const [provinces, setProvinces] = useState<string>()
  const [municipalities, setMunicipalities] = useState<string>()

  const isDrawn = useIsDrawn(map)
  useEffect(() => {
    if (isDrawn) void outlineUrl('provinces').then(setProvinces)
  }, [isDrawn])
  useEffect(() => {
    if (isDrawn && isNear) void outlineUrl('municipalities').then(setMunicipalities)
  }, [isDrawn, isNear])

  return useMemo(
    () => outlineStyle(scheme, { provinces, municipalities }, files?.length ? streetSource(files) : undefined),
    [scheme, provinces, municipalities, files],
  )
}

/** Both at once; what is beneath is covered, and loads. */
const layered = (above: StyleSpecification, beneath: StyleSpecification): StyleSpecification => ({
  ...beneath,
  ...above,
  sources: { ...beneath.sources, ...above.sources },
  layers: [...beneath.layers, ...above.layers],
})

/**
 * The public base map while it can be had, else what is embedded, in the scheme of the screen. Either takes the other's
 * place when it has been drawn beneath it, so that the map is never blank.
 */
export const useBaseMap = (map: MapRef | null, isNear: boolean) => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const embedded = useEmbeddedMap(map, scheme, isNear)
  const found = usePublicMap(map, scheme)
  const [shown, setShown] = useState<StyleSpecification>()
  const isChanging = (found === undefined) !== (shown === undefined)
  const wanted = found ?? embedded

  useEffect(() => {
    if (!map || !isChanging) return
    // Every frame: the last tile may come with no event of its own, and a map on which taxis move never rests.
    const look = () => {
      if (hasLoaded(map, wanted)) setShown(found)
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
