const firstMs = 5_000
const mostMs = 60_000
/** What is started again is back within half a minute, and desks with it; only what stays away is asked less and less. */
const soonTries = 4
/** Desks that lost the same broker must not come back in the same instant: a thousand are let in over seconds. */
const spread = 0.5

/** 5 s, doubling to 60 s (O1-34), each up to a half shorter or longer at random. */
export const retryDelay = (failures: number, random: () => number) =>
  Math.round(
    Math.min(firstMs * 2 ** Math.max(0, failures + 1 - soonTries), mostMs) * (1 - spread + 2 * spread * random()),
  )
