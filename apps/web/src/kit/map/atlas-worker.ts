import municipalities from 'es-atlas/es/municipalities.json?url'
import provinces from 'es-atlas/es/provinces.json?url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { namePoints } from './name-points.ts'

const files = { municipalities, provinces }
export type Outline = keyof typeof files

/** Converts an atlas into the GeoJSON that the map's own worker reads, off the main thread. */
self.onmessage = async ({ data: name }: MessageEvent<Outline>) => {
  try {
    const answer = await fetch(files[name])
    const atlas = (await answer.json()) as Topology
    const shapes = feature(atlas, atlas.objects[name] as GeometryCollection<{ name: string }>)
    const features = [...shapes.features, ...namePoints(shapes.features as never[])]
    const written = JSON.stringify({ type: 'FeatureCollection', features })
    self.postMessage({ name, blob: new Blob([written], { type: 'application/json' }) })
  } catch (problem) {
    self.postMessage({ name, problem: String(problem) })
  }
}
