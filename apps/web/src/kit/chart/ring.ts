export const ring = { size: 156, outer: 76, inner: 48 } as const

const middle = ring.size / 2

/** A point on the circle. `turn` runs clockwise from the top, 1 being the full circle. */
const at = (turn: number, radius: number) => {
  const angle = (turn - 0.25) * 2 * Math.PI
  const rounded = (value: number) => Math.round(value * 100) / 100
  return { x: rounded(middle + radius * Math.cos(angle)), y: rounded(middle + radius * Math.sin(angle)) }
}

const sector = (from: number, to: number) => {
  const isLong = to - from > 0.5 ? 1 : 0
  const [a, b] = [at(from, ring.outer), at(to, ring.outer)]
  const [c, d] = [at(to, ring.inner), at(from, ring.inner)]
  return (
    `M${a.x} ${a.y}A${ring.outer} ${ring.outer} 0 ${isLong} 1 ${b.x} ${b.y}` +
    `L${c.x} ${c.y}A${ring.inner} ${ring.inner} 0 ${isLong} 0 ${d.x} ${d.y}Z`
  )
}

/**
 * A segment of the ring. The full ring is two halves, because SVG draws nothing for an arc that ends where it begins.
 */
export const ringPath = (from: number, to: number) =>
  to - from > 0.9999 ? sector(from, from + 0.5) + sector(from + 0.5, to) : sector(from, to)

export type Arc = { index: number; path: string; label: { x: number; y: number } | undefined }

/** Slices with a smaller share have no room for a number; their position in the order identifies them. */
const smallestLabelled = 0.035

/** One arc for each value above zero. */
export const arcsOf = (values: readonly number[]): Arc[] => {
  const total = values.reduce((sum, value) => sum + value, 0)
  let from = 0
  return values.flatMap((value, index) => {
    if (value <= 0) return []
    const part = value / total
    const start = from
    from += part
    const label = part < smallestLabelled ? undefined : at(start + part / 2, (ring.outer + ring.inner) / 2)
    return [{ index, path: ringPath(start, from), label }]
  })
}
