import type { Position } from 'geojson'

/** How far land extends beyond a street, and the cell size of the grid that finds its edge, in metres. */
const reach = 60
const cell = 40
const metresPerDegree = 111_320
/** Smaller pieces are jetties and the like. */
const leastSquareMetres = 20_000

type Edge = 'bottom' | 'right' | 'top' | 'left'

/**
 * Marching squares: the lines through a cell, land on their left, by its corners on land (1, 2, 4, 8 anticlockwise from
 * the lower left).
 */
const lines: readonly (readonly [Edge, Edge])[][] = [
  [],
  [['bottom', 'left']],
  [['right', 'bottom']],
  [['right', 'left']],
  [['top', 'right']],
  [
    ['bottom', 'left'],
    ['top', 'right'],
  ],
  [['top', 'bottom']],
  [['top', 'left']],
  [['left', 'top']],
  [['bottom', 'top']],
  [
    ['right', 'bottom'],
    ['left', 'top'],
  ],
  [['right', 'top']],
  [['left', 'right']],
  [['bottom', 'right']],
  [['left', 'bottom']],
  [],
]

const areaOf = (ring: readonly Position[]) =>
  ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? []
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

/** Points along a line, close enough together that no cell is missed. */
const along = (line: readonly Position[]) =>
  line.flatMap(([x = 0, y = 0], at) => {
    const [fromX = x, fromY = y] = line[at - 1] ?? []
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / (cell / 3)))
    return Array.from({ length: steps }, (_, step): Position => {
      const share = (step + 1) / steps
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
    })
  })

/** Distances of grid corners to the nearest line, by column and row; corners out of reach are absent. */
const distancesTo = (points: readonly Position[]) => {
  const near = new Map<string, number>()
  const span = Math.ceil(reach / cell) + 1
  for (const [x = 0, y = 0] of points) {
    const [column, row] = [Math.round(x / cell), Math.round(y / cell)]
    for (let across = column - span; across <= column + span; across++)
      for (let up = row - span; up <= row + span; up++) {
        const key = `${across} ${up}`
        const metres = Math.hypot(across * cell - x, up * cell - y)
        if (metres < (near.get(key) ?? Number.POSITIVE_INFINITY)) near.set(key, metres)
      }
  }
  return near
}

/** Rings around land, with land on their left. */
const ringsAround = (near: ReadonlyMap<string, number>): Position[][] => {
  const far = reach * 2
  const at = (x: number, y: number) => near.get(`${x} ${y}`) ?? far
  const crossing = ([x0, y0]: [number, number], [x1, y1]: [number, number]): Position => {
    const [from, to] = [at(x0, y0), at(x1, y1)]
    const share = (reach - from) / (to - from)
    return [(x0 + (x1 - x0) * share) * cell, (y0 + (y1 - y0) * share) * cell]
  }
  const next = new Map<string, { point: Position; to: string }>()
  for (const key of near.keys()) {
    const [x = 0, y = 0] = key.split(' ').map(Number)
    const corners: [number, number][] = [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
    ]
    const land = corners.reduce((bits, [across, up], bit) => bits + (at(across, up) < reach ? 2 ** bit : 0), 0)
    const ends: Record<Edge, [name: string, point: () => Position]> = {
      bottom: [`- ${x} ${y}`, () => crossing([x, y], [x + 1, y])],
      right: [`| ${x + 1} ${y}`, () => crossing([x + 1, y], [x + 1, y + 1])],
      top: [`- ${x} ${y + 1}`, () => crossing([x, y + 1], [x + 1, y + 1])],
      left: [`| ${x} ${y}`, () => crossing([x, y], [x, y + 1])],
    }
    for (const [from, to] of lines[land] ?? []) next.set(ends[from][0], { point: ends[from][1](), to: ends[to][0] })
  }
  const rings: Position[][] = []
  for (const start of next.keys()) {
    const ring: Position[] = []
    for (let edge = start, step = next.get(edge); step; edge = step.to, step = next.get(edge)) {
      ring.push(step.point)
      next.delete(edge)
    }
    if (ring.length > 3) rings.push(ring)
  }
  return rings
}

/** The land under streets, where no better coast is known: what lies near a street or between streets. */
export const landAround = (paths: readonly Position[][]): Position[][][] => {
  const [, lat = 0] = paths[0]?.[0] ?? []
  const eastward = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  const flat = paths.map((path) =>
    path.map(([lon = 0, north = 0]): Position => [lon * eastward, north * metresPerDegree]),
  )
  const rings = ringsAround(distancesTo(flat.flatMap(along))).filter((ring) => areaOf(ring) > leastSquareMetres)
  return rings.map((ring) => {
    const closed = [...ring, ...ring.slice(0, 1)]
    return [closed.map(([x = 0, y = 0]): Position => [x / eastward, y / metresPerDegree])]
  })
}
