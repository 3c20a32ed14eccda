import type { Point } from '../places/geo.ts'

/** The documents keep some lists as comma-separated text; a text that is not such a list reads as undefined. */

const numbersIn = (text: string) => {
  const numbers = text.split(',').map((item) => (item.trim() === '' ? Number.NaN : Number(item)))
  return numbers.every(Number.isFinite) ? numbers : undefined
}

const isPoint = ({ lat, lon }: Point) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

/** lat,lon pairs in the order of the ride. */
export const readStops = (stops: string | null | undefined): Point[] | undefined => {
  if (!stops?.trim()) return []
  const numbers = numbersIn(stops)
  if (!numbers || numbers.length % 2 === 1) return undefined
  const points = Array.from({ length: numbers.length / 2 }, (_, index): Point => {
    const [lat = Number.NaN, lon = Number.NaN] = numbers.slice(index * 2, index * 2 + 2)
    return { lat, lon }
  })
  return points.every(isPoint) ? points : undefined
}

export const readTaxiFeatures = (taxiFeatures: string | null | undefined): number[] | undefined => {
  if (!taxiFeatures?.trim()) return []
  const features = numbersIn(taxiFeatures)
  return features?.every((feature) => Number.isSafeInteger(feature) && feature > 0) ? features : undefined
}
