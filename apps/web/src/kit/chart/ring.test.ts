import { describe, expect, it } from 'vitest'
import { arcsOf, ringPath } from './ring.ts'

describe('the arcs of a chart', () => {
  it('follow each other clockwise from the top', () => {
    const [first, second] = arcsOf([1, 3])
    expect(first?.path).toMatch(/^M78 2A76 76 0 0 1 154 78/)
    expect(second?.path).toMatch(/^M154 78A76 76 0 1 1 78 2/)
    expect(first?.label).toEqual({ x: 121.84, y: 34.16 })
  })

  it('skip zeros and keep the index of the other values', () =>
    expect(arcsOf([0, 5, 0, 5]).map(({ index }) => index)).toEqual([1, 3]))

  it('draw a full circle as two halves', () => expect(ringPath(0, 1).match(/Z/g)).toHaveLength(2))

  it('carry a number only where there is room for it', () =>
    expect(arcsOf([98, 2]).map(({ label }) => label !== undefined)).toEqual([true, false]))

  it('are none when no value is above zero', () => expect([arcsOf([]), arcsOf([0, 0])]).toEqual([[], []]))
})
