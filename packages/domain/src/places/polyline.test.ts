import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePath, encodePath } from './polyline.ts'

describe('an encoded path', () => {
  it('matches the published example', () =>
    expect(
      encodePath([
        { lat: 38.5, lon: -120.2 },
        { lat: 40.7, lon: -120.95 },
        { lat: 43.252, lon: -126.453 },
      ]),
    ).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@'))

  it('is read back as written, to a hundred-thousandth of a degree', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5)
    const points = fc.array(fc.record({ lat: degrees(90), lon: degrees(180) }))
    fc.assert(
      fc.property(points, (path) => {
        const plain = (at: { lat: number; lon: number }) => [at.lat + 0, at.lon + 0]
        expect(decodePath(encodePath(path)).map(plain)).toEqual(path.map(plain))
      }),
    )
  })

  it('is empty without points', () => expect([encodePath([]), decodePath('')]).toEqual(['', []]))
})
