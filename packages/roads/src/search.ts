import type { Point } from '@parada/domain/places/geo'
import { type Graph, headOf, metresOfEdge, secondsOfEdge } from './graph.ts'
import { makeHeap } from './heap.ts'
import { landmarksOf } from './landmarks.ts'
import type { Spot } from './nearest.ts'

/** A route by car, with the seconds since its start at each point of its path. */
export type Way = { metres: number; seconds: number; path: Point[]; secondsAt: number[] }

/** A node that can be reached from the start spot, or from which the end spot can be reached. */
type Exit = { node: number; arc: number; seconds: number }
const noArc = -1

/**
 * Finds the quickest route between two spots in the same part of the graph with A*; landmarks give the lower bound of
 * the time left.
 */
export const waySearch = (graph: Graph) => {
  const { x, y, along, nodePoint, edgeFrom, edgeTo, edgeStart, edgeEnd, edgeIsOneWay, firstArc, arcs } = graph
  const nodes = nodePoint.length
  const cost = new Float64Array(nodes)
  const cameBy = new Int32Array(nodes)
  const isDone = new Uint8Array(nodes)
  const seenIn = new Uint32Array(nodes)
  const heap = makeHeap()
  const secondsOf = Float64Array.from(edgeFrom, (_, edge) => secondsOfEdge(graph, edge))
  const metresOf = Float64Array.from(edgeFrom, (_, edge) => metresOfEdge(graph, edge))
  let search = 0

  const { fromLandmark, toLandmark } = landmarksOf(graph)
  const width = 2 * fromLandmark.length
  /** All landmark values of a node are stored side by side, because they are read together. */
  const told = new Float64Array(nodes * width)
  for (const [at, ahead] of fromLandmark.entries())
    for (let node = 0; node < nodes; node++) {
      told[node * width + 2 * at] = -(ahead[node] as number)
      told[node * width + 2 * at + 1] = toLandmark[at]?.[node] as number
    }
  /** No route is shorter than the difference between two routes to or from the same landmark. */
  const secondsAtLeast = (from: number, to: number) => {
    let least = 0
    for (let here = from * width, there = to * width; here < (from + 1) * width; here++, there++) {
      const gained = (told[here] as number) - (told[there] as number)
      // Without a route `gained` is infinite or NaN, and fails one of the comparisons.
      if (gained > least && gained < Number.POSITIVE_INFINITY) least = gained
    }
    return least
  }

  /** A spot at a crossing is the crossing itself, whichever of its streets was found first. */
  const nodeAt = ({ edge, at }: Spot) => {
    if (at <= 0) return edgeFrom[edge]
    return at >= (metresOf[edge] as number) ? edgeTo[edge] : undefined
  }

  const exitsOf = (spot: Spot, isStart: boolean): Exit[] => {
    const node = nodeAt(spot)
    if (node !== undefined) return [{ node, arc: noArc, seconds: 0 }]
    const { edge, at } = spot
    const share = at / (metresOf[edge] as number)
    const seconds = secondsOf[edge] as number
    const ahead: Exit = isStart
      ? { node: edgeTo[edge] as number, arc: 2 * edge, seconds: seconds * (1 - share) }
      : { node: edgeFrom[edge] as number, arc: 2 * edge, seconds: seconds * share }
    if (edgeIsOneWay[edge]) return [ahead]
    const back: Exit = isStart
      ? { node: edgeFrom[edge] as number, arc: 2 * edge + 1, seconds: seconds * share }
      : { node: edgeTo[edge] as number, arc: 2 * edge + 1, seconds: seconds * (1 - share) }
    return [ahead, back]
  }

  /**
   * Builds a route. `draw` adds the points of an arc between two places on its edge, both in metres from the edge's
   * start.
   */
  const drawer = () => {
    const way: Way = { metres: 0, seconds: 0, path: [], secondsAt: [] }
    const put = (px: number, py: number) => {
      way.path.push(graph.placeOf(px, py))
      way.secondsAt.push(way.seconds)
    }
    const drive = (edge: number, metres: number) => {
      way.metres += metres
      way.seconds += metres / (graph.edgeMetresPerSecond[edge] as number)
    }
    const draw = (arc: number, from: number, to: number, end?: Spot) => {
      const edge = arc >> 1
      const [first, last] = [edgeStart[edge] as number, edgeEnd[edge] as number]
      const origin = along[first] as number
      let at = from
      const step = arc & 1 ? -1 : 1
      for (let point = step > 0 ? first : last; step > 0 ? point <= last : point >= first; point += step) {
        const here = (along[point] as number) - origin
        if (step > 0 ? here <= from : here >= from) continue
        if (step > 0 ? here > to : here < to) break
        drive(edge, Math.abs(here - at))
        put(x[point] as number, y[point] as number)
        at = here
      }
      if (!end || at === to) return
      drive(edge, Math.abs(to - at))
      put(end.x, end.y)
    }
    return { way, put, draw }
  }

  const drawWay = (start: Spot, end: Spot, via: readonly number[], first: Exit, last: Exit) => {
    const { way, put, draw } = drawer()
    put(start.x, start.y)
    const lengthOf = (arc: number) => metresOf[arc >> 1] as number
    if (first.arc !== noArc) draw(first.arc, start.at, first.arc & 1 ? 0 : lengthOf(first.arc))
    for (const arc of via) draw(arc, arc & 1 ? lengthOf(arc) : 0, arc & 1 ? 0 : lengthOf(arc))
    if (last.arc !== noArc) draw(last.arc, last.arc & 1 ? lengthOf(last.arc) : 0, end.at, end)
    return way
  }

  const drawDirect = (start: Spot, end: Spot) => {
    const { way, put, draw } = drawer()
    put(start.x, start.y)
    draw(2 * start.edge + (end.at < start.at ? 1 : 0), start.at, end.at, end)
    return way
  }

  return (start: Spot, end: Spot): Way | undefined => {
    search += 1
    heap.clear()
    const entries = exitsOf(start, true)
    const exits = exitsOf(end, false)
    const promise = (node: number) => {
      let least = Number.POSITIVE_INFINITY
      for (const exit of exits) least = Math.min(least, secondsAtLeast(node, exit.node) + exit.seconds)
      return least
    }
    const reach = (node: number, seconds: number, arc: number) => {
      if (seenIn[node] === search && (isDone[node] || (cost[node] as number) <= seconds)) return
      seenIn[node] = search
      isDone[node] = 0
      cost[node] = seconds
      cameBy[node] = arc
      heap.push(seconds + promise(node), node)
    }

    const isDirect = start.edge === end.edge && (end.at >= start.at || !edgeIsOneWay[start.edge])
    let best = isDirect
      ? Math.abs(end.at - start.at) / (graph.edgeMetresPerSecond[start.edge] as number)
      : Number.POSITIVE_INFINITY
    let found: { node: number; exit: Exit } | undefined
    for (const { node, seconds } of entries) reach(node, seconds, noArc)
    while (heap.leastKey() < best) {
      const node = heap.pop()
      if (isDone[node]) continue
      isDone[node] = 1
      const seconds = cost[node] as number
      for (const exit of exits)
        if (exit.node === node && seconds + exit.seconds < best) {
          best = seconds + exit.seconds
          found = { node, exit }
        }
      for (let at = firstArc[node] as number; at < (firstArc[node + 1] as number); at++) {
        const arc = arcs[at] as number
        reach(headOf(graph, arc), seconds + (secondsOf[arc >> 1] as number), arc)
      }
    }

    if (!found) return isDirect ? drawDirect(start, end) : undefined
    const via: number[] = []
    let node = found.node
    for (let arc = cameBy[node] as number; arc !== noArc; arc = cameBy[node] as number) {
      via.push(arc)
      node = headOf(graph, arc ^ 1)
    }
    const entry = entries
      .filter((one) => one.node === node)
      .reduce((one, other) => (other.seconds < one.seconds ? other : one))
    return drawWay(start, end, via.reverse(), entry, found.exit)
  }
}
