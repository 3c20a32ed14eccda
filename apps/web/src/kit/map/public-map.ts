import type { StyleSpecification } from 'maplibre-gl'
import { useCallback, useEffect, useState } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { font } from './map-fonts.ts'
import { useMapSettings } from './map-style.ts'
import { isEmbedded, type Scheme } from './outline-style.ts'

/** How long the service may stay silent while tiles are awaited, and how long until it is tried again. */
const answerMs = 3_000
const retryMs = 60_000

const prefix = 'public-'
export const isPublic = (sourceId: string | undefined) => sourceId?.startsWith(prefix) === true

const prefixed = <T>(record: Record<string, T>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [prefix + name, value]))

/** A third-party style with prefixed names that cannot collide, using the fonts of the machine. */
export const adopted = ({ sources, layers, sprite }: StyleSpecification): StyleSpecification => ({
  version: 8,
  ...(sprite && { sprite }),
  sources: prefixed(sources),
  layers: layers.map((layer) => ({
    ...layer,
    id: prefix + layer.id,
    ...('source' in layer && { source: prefix + layer.source }),
    ...('ref' in layer && { ref: `${prefix}${layer.ref}` }),
    ...(layer.type === 'symbol' && layer.layout && { layout: { ...layer.layout, 'text-font': font } }),
  })) as StyleSpecification['layers'],
})

const isOfBaseMap = (sourceId: string) => isEmbedded(sourceId) || isPublic(sourceId)

/** Keeps what the page draws on top of the map when the base map changes. */
export const keepDrawn = (before: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification => {
  const sources = Object.entries(before?.sources ?? {}).filter(([id]) => !isOfBaseMap(id))
  const drawn = before?.layers.filter((layer) => 'source' in layer && !isOfBaseMap(layer.source)) ?? []
  return { ...next, sources: { ...next.sources, ...Object.fromEntries(sources) }, layers: [...next.layers, ...drawn] }
}

type SourceEvent = { sourceId?: string; tile?: unknown }

/** The public base map while its service responds; undefined before that, and again once it stops. */
export const usePublicMap = (map: MapRef | null, scheme: Scheme): StyleSpecification | undefined => {
  const styleUrl = useMapSettings()?.styleUrl
  const [style, setStyle] = useState<StyleSpecification>()
  const [attempt, setAttempt] = useState(0)

  const fail = useCallback(() => setStyle(undefined), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt asks again
  useEffect(() => {
    if (!styleUrl || !map) return
    const leaving = new AbortController()
    fetch(styleUrl.replace('{scheme}', scheme), { signal: leaving.signal })
      .then((answer): Promise<StyleSpecification | null> | null => (answer.ok ? answer.json() : null))
      .then((found) => setStyle(found ? adopted(found) : undefined))
      .catch(() => {
        if (!leaving.signal.aborted) fail()
      })
    return () => leaving.abort()
  }, [styleUrl, scheme, map, attempt, fail])

  useEffect(() => {
    if (!styleUrl || style) return
    const later = setTimeout(() => setAttempt((before) => before + 1), retryMs)
    return () => clearTimeout(later)
  }, [styleUrl, style])

  useEffect(() => {
    if (!map || !style) return
    let silence: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(fail, answerMs)
    }
    const onLoading = ({ sourceId }: SourceEvent) => {
      if (isPublic(sourceId) && silence === undefined) listen()
    }
    const onData = ({ sourceId, tile }: SourceEvent) => {
      if (!isPublic(sourceId) || !tile) return
      listen()
      if (!hasLoaded(map, Object.keys(style.sources))) return
      clearTimeout(silence)
      silence = undefined
    }
    const onError = (event: object) => {
      if ('sourceId' in event && isPublic(String(event.sourceId))) fail()
    }
    map.on('sourcedataloading', onLoading)
    map.on('sourcedata', onData)
    map.on('error', onError)
    return () => {
      clearTimeout(silence)
      map.off('sourcedataloading', onLoading)
      map.off('sourcedata', onData)
      map.off('error', onError)
    }
  }, [map, style, fail])

  return style
}

/** Whether the sources have loaded everything in view. */
export const hasLoaded = (map: MapRef, sources: readonly string[]) =>
  sources.every((id) => map.getSource(id) && map.isSourceLoaded(id))
