import type { Point } from '@parada/domain/places/geo'
import type { Roads } from './road-file.ts'

/**
 * The streets between crossings. Edge n runs from `edgeFrom[n]` to `edgeTo[n]` along the points from `edgeStart[n]` to
 * `edgeEnd[n]`. Arc 2n drives it along its points, arc 2n + 1 against them.
 */
export type Graph = {
  /** Metres east and north of the middle of the map, for each point. */
  x: Float64Array
  y: Float64Array
  /** Metres from the start of the road to each of its points. */
  along: Float64Array
  placeOf: (x: number, y: number) => Point
  spotOf: (point: Point) => { x: number; y: number }
  /** One point of each node. */
  nodePoint: Uint32Array
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  edgeStart: Uint32Array
  edgeEnd: Uint32Array
  edgeMetresPerSecond: Float64Array
  edgeIsOneWay: Uint8Array
  /** The arcs that leave node n: those in `arcs` from `firstArc[n]` up to, but not including, `firstArc[n + 1]`. */
  firstArc: Uint32Array
  arcs: Uint32Array
  /**
   * The part of the graph that an edge lies in, within which every place can be reached from every other; -1 if it is
   * in none worth routing to.
   */
  edgePart: Int32Array
  parts: number
  largestPart: number
}

const millionths = 1e6
const metresPerDegree = 111_195
/** A shorter part is a private drive, or a piece cut off by the edge of the map. */
const leastPartMetres = 500

export const metresOfEdge = ({ along, edgeStart, edgeEnd }: Graph, edge: number) =>
  (along[edgeEnd[edge] as number] as number) - (along[edgeStart[edge] as number] as number)

export const secondsOfEdge = (graph: Graph, edge: number) =>
  metresOfEdge(graph, edge) / (graph.edgeMetresPerSecond[edge] as number)

export const headOf = ({ edgeFrom, edgeTo }: Graph, arc: number) =>
  (arc & 1 ? edgeFrom[arc >> 1] : edgeTo[arc >> 1]) as number

const middleOf = (numbers: Int32Array) => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    if (number < least) least = number
    if (number > most) most = number
  }
  return numbers.length === 0 ? 0 : (least + most) / 2
}

/** Projects a city onto a plane; within 20 km the error is a few thousandths. */
const planeOf = ({ lats, lons }: Roads) => {
  const [lat, lon] = [middleOf(lats) / millionths, middleOf(lons) / millionths]
  const east = metresPerDegree * Math.cos((lat * Math.PI) / 180)
  return {
    spotOf: (point: Point) => ({ x: (point.lon - lon) * east, y: (point.lat - lat) * metresPerDegree }),
    placeOf: (x: number, y: number): Point => ({ lat: lat + y / metresPerDegree, lon: lon + x / east }),
  }
}

/** Roads that meet share a point: the nodes are those points and the ends of roads. */
const nodesOf = ({ lats, lons, starts }: Roads) => {
  const known = new Map<number, number>()
  const identity = new Uint32Array(lats.length)
  const uses = new Uint32Array(lats.length)
  const width = 2 ** 26
  const [midLat, midLon] = [Math.round(middleOf(lats)), Math.round(middleOf(lons))]
  for (let point = 0; point < lats.length; point++) {
    const key = ((lats[point] as number) - midLat) * width + (lons[point] as number) - midLon
    const first = known.get(key) ?? point
    if (first === point) known.set(key, point)
    identity[point] = first
    uses[first] = (uses[first] as number) + 1
  }
  for (let road = 0; road + 1 < starts.length; road++)
    for (const end of [starts[road] as number, (starts[road + 1] as number) - 1])
      uses[identity[end] as number] = (uses[identity[end] as number] as number) + 1
  const nodeOf = new Int32Array(lats.length).fill(-1)
  const nodePoint: number[] = []
  for (let point = 0; point < lats.length; point++) {
    const first = identity[point] as number
    if ((uses[first] as number) < 2) continue
    if (first === point) nodePoint.push(point)
    nodeOf[point] = first === point ? nodePoint.length - 1 : (nodeOf[first] as number)
  }
  return { nodeOf, nodePoint: Uint32Array.from(nodePoint) }
}

/** Tarjan's strongly connected components, without recursion: the number of each node's component. */
const componentsOf = (nodes: number, firstArc: Uint32Array, heads: Uint32Array) => {
  const component = new Int32Array(nodes).fill(-1)
  const [order, low, nextArc] = [new Int32Array(nodes).fill(-1), new Int32Array(nodes), firstArc.slice(0, nodes)]
  const [stack, callers]: [number[], number[]] = [[], []]
  let [seen, count] = [0, 0]
  const enter = (node: number) => {
    order[node] = seen
    low[node] = seen++
    stack.push(node)
    callers.push(node)
  }
  for (let root = 0; root < nodes; root++) {
    if (order[root] !== -1) continue
    enter(root)
    for (let node = callers.at(-1); node !== undefined; node = callers.at(-1)) {
      const arc = nextArc[node] as number
      if (arc < (firstArc[node + 1] as number)) {
        nextArc[node] = arc + 1
        const head = heads[arc] as number
        if (order[head] === -1) enter(head)
        else if (component[head] === -1) low[node] = Math.min(low[node] as number, order[head] as number)
        continue
      }
      callers.pop()
      const caller = callers.at(-1)
      if (caller !== undefined) low[caller] = Math.min(low[caller] as number, low[node] as number)
      if (low[node] !== order[node]) continue
      for (let member = stack.pop(); member !== undefined; member = member === node ? undefined : stack.pop())
        component[member] = count
      count++
    }
  }
  return { component, count }
}

export const graphOf = (roads: Roads): Graph => {
  const { lats, lons, starts, kmh, isOneWay } = roads
  const plane = planeOf(roads)
  const [x, y, along] = [new Float64Array(lats.length), new Float64Array(lats.length), new Float64Array(lats.length)]
  const { nodeOf, nodePoint } = nodesOf(roads)
  const [edgeFrom, edgeTo, edgeStart, edgeEnd, edgeRoad]: [number[], number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ]
  for (let road = 0; road < kmh.length; road++) {
    const first = starts[road] as number
    let start = first
    for (let point = first; point < (starts[road + 1] as number); point++) {
      const spot = plane.spotOf({
        lat: (lats[point] as number) / millionths,
        lon: (lons[point] as number) / millionths,
      })
      x[point] = spot.x
      y[point] = spot.y
      if (point === first) continue
      const step = Math.hypot(spot.x - (x[point - 1] as number), spot.y - (y[point - 1] as number))
      along[point] = (along[point - 1] as number) + step
      const node = nodeOf[point] as number
      if (node === -1) continue
      edgeFrom.push(nodeOf[start] as number)
      edgeTo.push(node)
      edgeStart.push(start)
      edgeEnd.push(point)
      edgeRoad.push(road)
      start = point
    }
  }

  const edges = edgeRoad.length
  const firstArc = new Uint32Array(nodePoint.length + 1)
  const eachArc = (visit: (tail: number, arc: number, head: number) => void) => {
    for (let edge = 0; edge < edges; edge++) {
      const [from, to] = [edgeFrom[edge] as number, edgeTo[edge] as number]
      visit(from, 2 * edge, to)
      if (!isOneWay[edgeRoad[edge] as number]) visit(to, 2 * edge + 1, from)
    }
  }
  eachArc((tail) => {
    firstArc[tail + 1] = (firstArc[tail + 1] as number) + 1
  })
  for (let node = 0; node < nodePoint.length; node++)
    firstArc[node + 1] = (firstArc[node + 1] as number) + (firstArc[node] as number)
  const free = firstArc.slice()
  const [arcs, heads] = [new Uint32Array(firstArc.at(-1) ?? 0), new Uint32Array(firstArc.at(-1) ?? 0)]
  eachArc((tail, arc, head) => {
    const at = free[tail] as number
    free[tail] = at + 1
    arcs[at] = arc
    heads[at] = head
  })

  const { component, count } = componentsOf(nodePoint.length, firstArc, heads)
  const componentOf = (edge: number) => {
    const [one, other] = [component[edgeFrom[edge] as number], component[edgeTo[edge] as number]]
    return one === other ? (one as number) : -1
  }
  const metres = new Float64Array(count)
  for (let edge = 0; edge < edges; edge++) {
    const of = componentOf(edge)
    if (of === -1) continue
    metres[of] =
      (metres[of] as number) + (along[edgeEnd[edge] as number] as number) - (along[edgeStart[edge] as number] as number)
  }
  const partOf = new Map(
    [...metres.keys()].filter((of) => (metres[of] as number) >= leastPartMetres).map((of, part) => [of, part]),
  )

  return {
    x,
    y,
    along,
    ...plane,
    nodePoint,
    edgeFrom: Uint32Array.from(edgeFrom),
    edgeTo: Uint32Array.from(edgeTo),
    edgeStart: Uint32Array.from(edgeStart),
    edgeEnd: Uint32Array.from(edgeEnd),
    edgeMetresPerSecond: Float64Array.from(edgeRoad, (road) => (kmh[road] as number) / 3.6),
    edgeIsOneWay: Uint8Array.from(edgeRoad, (road) => isOneWay[road] as number),
    firstArc,
    arcs,
    edgePart: Int32Array.from({ length: edges }, (_, edge) => partOf.get(componentOf(edge)) ?? -1),
    parts: partOf.size,
    largestPart: partOf.get(metres.indexOf(metres.reduce((one, other) => Math.max(one, other), 0))) ?? -1,
  }
}
