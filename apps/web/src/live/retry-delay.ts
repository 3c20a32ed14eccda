const firstMs = 5_000
const mostMs = 60_000
/** Desks that lost the same broker must not all come back in the same instant. */
const spread = 0.2

/** 5 s, doubling to 60 s (O1-34), each a fifth shorter or longer at random. */
export const retryDelay = (failures: number, random: () => number) =>
  Math.round(Math.min(firstMs * 2 ** failures, mostMs) * (1 - spread + 2 * spread * random()))
