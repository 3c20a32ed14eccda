import { describe, expect, it } from 'vitest'
import { grouped, inView, mostPins } from './clusters.ts'
import type { MapPoint } from './map-props.ts'

const point = (id: string, lat: number, lon: number, change: Partial<MapPoint> = {}): MapPoint => ({
  ...{ id, lat, lon, kind: 'taxi', label: id },
  ...change,
})
const crowd = (count: number, lat = 40.4, lon = -3.7) =>
  Array.from({ length: count }, (_, at) => point(`${lat}-${at}`, lat + at / 100_000, lon))

describe('a crowd of points', () => {
  it('becomes one cluster from afar, placed in its middle and holding every point', () => {
    const points = crowd(mostPins + 1)
    const { clusters, singles } = grouped(points, 10)
    expect([clusters.length, singles.length]).toEqual([1, 0])
    expect(clusters[0]?.points).toHaveLength(points.length)
    expect(clusters[0]?.lat).toBeCloseTo(40.4 + mostPins / 200_000, 9)
    expect(clusters[0]?.bounds).toEqual([-3.7, 40.4, -3.7, 40.4 + mostPins / 100_000])
  })

  it('is not grouped if it is small or seen from close up', () => {
    expect(grouped(crowd(mostPins), 10).clusters).toEqual([])
    expect(grouped(crowd(mostPins + 1), 16).singles).toHaveLength(mostPins + 1)
  })

  it('leaves followed and selected points single', () => {
    const points = [...crowd(60), point('mine', 40.4, -3.7, { isFollowed: true }), point('chosen', 40.4, -3.7)]
    expect(grouped(points, 10, 'chosen').singles.map(({ id }) => id)).toEqual(['mine', 'chosen'])
  })

  it('forms separate clusters far apart and leaves two points single', () => {
    const points = [...crowd(40), ...crowd(30, 41.6), point('a', 43, -3), point('b', 43, -3)]
    const { clusters, singles } = grouped(points, 8)
    expect(clusters.map(({ points }) => points.length)).toEqual([40, 30])
    expect(singles.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('splits up as the map zooms in, without losing a point', () => {
    const points = Array.from({ length: 400 }, (_, at) => point(`${at}`, 40.3 + (at % 20) / 100, -3.8 + at / 2_000))
    const sizes = [6, 9, 12, 15].map((zoom) => {
      const { clusters, singles } = grouped(points, zoom)
      expect(clusters.reduce((sum, one) => sum + one.points.length, singles.length)).toBe(400)
      return clusters.length + singles.length
    })
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(sizes[0]).toBeLessThan(5)
    expect(sizes.at(-1)).toBe(400)
  })

  it('reports an alarm among its points', () => {
    const [first, ...others] = crowd(60)
    const alarmed = [{ ...(first as MapPoint), state: 'red' as const }, ...others]
    expect([alarmed, others].map((points) => grouped(points, 10).clusters[0]?.hasAlarm)).toEqual([true, false])
  })
})

it('keeps points in view and a little around it', () => {
  const points = [point('in', 40, -3), point('near', 40, -1.9), point('out', 40, -1)]
  expect(inView(points, [-4, 39, -2, 41]).map(({ id }) => id)).toEqual(['in', 'near'])
})
