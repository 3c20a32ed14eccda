import { lat, lon } from '@parada/contract/schemas'
import { isKeyOf } from '@parada/domain/objects'
import { z } from 'zod'

const Vertex = z.tuple([lon, lat])
const Ring = z
  .array(Vertex)
  .min(4)
  .refine((ring) => JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)))
const Polygon = z.array(Ring).min(1)
const shapes = { POLYGON: Polygon, MULTIPOLYGON: z.array(Polygon).min(1) }

const asJson = (body: string) =>
  body
    .replace(/(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/g, '[$1,$2]')
    .replaceAll('(', '[')
    .replaceAll(')', ']')

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a text is an area in well-known text, longitude before latitude: a POLYGON or MULTIPOLYGON with closed rings.
 */
export const isAreaWkt = (text: string) => {
  const [, kind, body] = /^(POLYGON|MULTIPOLYGON)\s*(\([-\d.,()\s]+\))\s*$/.exec(text) ?? []
  if (!kind || !body || !isKeyOf(shapes, kind)) return false
  return shapes[kind].safeParse(parsed(asJson(body))).success
}
