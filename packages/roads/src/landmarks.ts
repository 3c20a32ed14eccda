import { type Graph, headOf, secondsOfEdge } from './graph.ts'
import { makeHeap } from './heap.ts'

/**
 * The seconds from each landmark to every node, and from every node to each landmark; Infinity if there is no route.
 */
type Landmarks = { fromLandmark: Float64Array[]; toLandmark: Float64Array[] }

const mostLandmarks = 8

type Arcs = { first: Uint32Array; arcs: Uint32Array }

/** The arcs that enter each node, reversed. */
const turned = (graph: Graph): Arcs => {
  const first = new Uint32Array(graph.firstArc.length)
  for (const arc of graph.arcs) first[headOf(graph, arc) + 1] = (first[headOf(graph, arc) + 1] as number) + 1
  for (let node = 0; node + 1 < first.length; node++)
    first[node + 1] = (first[node + 1] as number) + (first[node] as number)
  const free = first.slice()
  const arcs = new Uint32Array(graph.arcs.length)
  for (const arc of graph.arcs) {
    const head = headOf(graph, arc)
    arcs[free[head] as number] = arc ^ 1
    free[head] = (free[head] as number) + 1
  }
  return { first, arcs }
}

const secondsFrom = (graph: Graph, { first, arcs }: Arcs, start: number) => {
  const seconds = new Float64Array(graph.nodePoint.length).fill(Number.POSITIVE_INFINITY)
  const heap = makeHeap()
  seconds[start] = 0
  heap.push(0, start)
  for (let key = heap.leastKey(); key < Number.POSITIVE_INFINITY; key = heap.leastKey()) {
    const node = heap.pop()
    if (key > (seconds[node] as number)) continue
    for (let at = first[node] as number; at < (first[node + 1] as number); at++) {
      const arc = arcs[at] as number
      const [head, reached] = [headOf(graph, arc), key + secondsOfEdge(graph, arc >> 1)]
      if (reached >= (seconds[head] as number)) continue
      seconds[head] = reached
      heap.push(reached, head)
    }
  }
  return seconds
}

/**
 * Landmarks as far from each other as possible: at the edges of the map they give the best bounds for routes across it.
 */
export const landmarksOf = (graph: Graph): Landmarks => {
  const [ahead, back] = [{ first: graph.firstArc, arcs: graph.arcs }, turned(graph)]
  const largest = graph.edgeFrom[graph.edgePart.indexOf(graph.largestPart)]
  if (largest === undefined) return { fromLandmark: [], toLandmark: [] }
  const landmarks: Landmarks = { fromLandmark: [], toLandmark: [] }
  const nearest = secondsFrom(graph, ahead, largest)
  while (landmarks.fromLandmark.length < mostLandmarks) {
    let farthest = -1
    for (const [node, seconds] of nearest.entries())
      if (Number.isFinite(seconds) && seconds > (nearest[farthest] ?? 0)) farthest = node
    if (farthest === -1) break
    const seconds = secondsFrom(graph, ahead, farthest)
    landmarks.fromLandmark.push(seconds)
    landmarks.toLandmark.push(secondsFrom(graph, back, farthest))
    for (const [node, known] of seconds.entries()) nearest[node] = Math.min(nearest[node] as number, known)
  }
  return landmarks
}
