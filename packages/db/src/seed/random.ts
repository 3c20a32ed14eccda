/** Pseudo-random numbers, the same in every run (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (first: number, last: number) => first + below(last - first + 1),
    chance: (share: number) => next() < share,
    digits: (length: number) => String(below(10 ** length)).padStart(length, '0'),
    pick: <T>(list: readonly T[]): T => {
      const item = list[below(list.length)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
  }
}

export type Random = ReturnType<typeof makeRandom>
