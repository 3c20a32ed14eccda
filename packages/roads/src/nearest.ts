import type { Point } from '@parada/domain/places/geo'
import type { Graph } from './graph.ts'

/** The place on a street that is nearest to a point; `at` is in metres from the start of the edge. */
export type Spot = { edge: number; part: number; at: number; x: number; y: number; metres: number }

/** A point farther from every street is not on this map. */
export const mostMetresToStreet = 500
const cellMetres = 125
const reach = Math.ceil(mostMetresToStreet / cellMetres)

/** Finds the nearest spot in each part of the graph, using a grid of squares that list the pieces of street in them. */
export const nearestFinder = (graph: Graph) => {
  const { x, y, along, edgeStart, edgeEnd, edgePart } = graph
  const cellOf = (metres: number) => Math.floor(metres / cellMetres)
  let [west, south, east, north] = [0, 0, 0, 0]
  for (let point = 0; point < x.length; point++) {
    west = Math.min(west, cellOf(x[point] as number))
    east = Math.max(east, cellOf(x[point] as number))
    south = Math.min(south, cellOf(y[point] as number))
    north = Math.max(north, cellOf(y[point] as number))
  }
  const [columns, rows] = [east - west + 1, north - south + 1]

  /**
   * Visits each square that a piece of street may touch, for every piece of a part worth routing to. A piece is
   * identified by its second point.
   */
  const eachPiece = (visit: (cell: number, piece: number, edge: number) => void) => {
    for (let edge = 0; edge < edgePart.length; edge++) {
      if (edgePart[edge] === -1) continue
      for (let piece = (edgeStart[edge] as number) + 1; piece <= (edgeEnd[edge] as number); piece++) {
        const [ax, ay, bx, by] = [x[piece - 1], y[piece - 1], x[piece], y[piece]] as [number, number, number, number]
        for (let row = cellOf(Math.min(ay, by)); row <= cellOf(Math.max(ay, by)); row++)
          for (let column = cellOf(Math.min(ax, bx)); column <= cellOf(Math.max(ax, bx)); column++)
            visit((row - south) * columns + column - west, piece, edge)
      }
    }
  }
  const firstIn = new Uint32Array(columns * rows + 1)
  eachPiece((cell) => {
    firstIn[cell + 1] = (firstIn[cell + 1] as number) + 1
  })
  for (let cell = 0; cell < columns * rows; cell++)
    firstIn[cell + 1] = (firstIn[cell + 1] as number) + (firstIn[cell] as number)
  const free = firstIn.slice()
  const [pieces, edges] = [new Uint32Array(firstIn.at(-1) ?? 0), new Uint32Array(firstIn.at(-1) ?? 0)]
  eachPiece((cell, piece, edge) => {
    const at = free[cell] as number
    free[cell] = at + 1
    pieces[at] = piece
    edges[at] = edge
  })

  /**
   * The nearest spot in each part. Stops once that of the largest part is certain; a thorough search covers every part
   * within reach.
   */
  return (point: Point, isThorough = false): (Spot | undefined)[] => {
    const spot = graph.spotOf(point)
    const best: (Spot | undefined)[] = new Array(graph.parts).fill(undefined)
    const look = (piece: number, edge: number) => {
      const [ax, ay] = [x[piece - 1] as number, y[piece - 1] as number]
      const [dx, dy] = [(x[piece] as number) - ax, (y[piece] as number) - ay]
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((spot.x - ax) * dx + (spot.y - ay) * dy) / length))
      const [nearX, nearY] = [ax + share * dx, ay + share * dy]
      const metres = Math.hypot(spot.x - nearX, spot.y - nearY)
      const part = edgePart[edge] as number
      if (metres > mostMetresToStreet || metres >= (best[part]?.metres ?? Number.POSITIVE_INFINITY)) return
      const [before, after] = [along[piece - 1] as number, along[piece] as number]
      const at = before + share * (after - before) - (along[edgeStart[edge] as number] as number)
      best[part] = { edge, part, at, x: nearX, y: nearY, metres }
    }
    const [column, row] = [cellOf(spot.x) - west, cellOf(spot.y) - south]
    const lookIn = (right: number, up: number) => {
      if (right < 0 || right >= columns || up < 0 || up >= rows) return
      const cell = up * columns + right
      for (let at = firstIn[cell] as number; at < (firstIn[cell + 1] as number); at++)
        look(pieces[at] as number, edges[at] as number)
    }
    for (let ring = 0; ring <= reach; ring++) {
      for (let away = -ring; away <= ring; away++) {
        const isSide = Math.abs(away) === ring
        for (let up = -ring; up <= ring; up += isSide || ring === 0 ? 1 : 2 * ring) lookIn(column + away, row + up)
      }
      // Anything in the next ring is farther away than this.
      const found = best[graph.largestPart]
      if (!isThorough && found && found.metres <= ring * cellMetres) break
    }
    return best
  }
}
