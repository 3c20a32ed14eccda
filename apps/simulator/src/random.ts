/** A seed that is the same for the same parts (FNV-1a, then mixed so that neighbouring ids do not look alike). */
export const seedOf = (...parts: readonly (string | number)[]) => {
  let hash = 0x811c9dc5
  for (const letter of parts.join('|')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Pseudo-random numbers, the same in every run with the same seed (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  const whole = (first: number, last: number) => first + Math.floor(next() * (last - first + 1))
  return {
    next,
    between,
    whole,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
    /** The time to the next of events that occur at this rate, such as phone calls. */
    until: (perSecond: number) => -Math.log(1 - next()) / perSecond,
  }
}
export type Random = ReturnType<typeof makeRandom>
