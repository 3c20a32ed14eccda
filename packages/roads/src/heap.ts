/** A min-heap of nodes by cost. */
export const makeHeap = () => {
  const [keys, nodes]: [number[], number[]] = [[], []]
  return {
    clear: () => {
      keys.length = 0
      nodes.length = 0
    },
    leastKey: () => keys[0] ?? Number.POSITIVE_INFINITY,
    push: (key: number, node: number) => {
      let at = keys.length
      while (at > 0) {
        const above = (at - 1) >> 1
        if ((keys[above] as number) <= key) break
        keys[at] = keys[above] as number
        nodes[at] = nodes[above] as number
        at = above
      }
      keys[at] = key
      nodes[at] = node
    },
    pop: () => {
      const least = nodes[0] as number
      const [key, node] = [keys.pop() as number, nodes.pop() as number]
      const size = keys.length
      if (size === 0) return least
      let at = 0
      for (;;) {
        let below = 2 * at + 1
        if (below >= size) break
        if (below + 1 < size && (keys[below + 1] as number) < (keys[below] as number)) below++
        if ((keys[below] as number) >= key) break
        keys[at] = keys[below] as number
        nodes[at] = nodes[below] as number
        at = below
      }
      keys[at] = key
      nodes[at] = node
      return least
    },
  }
}
