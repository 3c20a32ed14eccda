/** So many at a time are nobody's burden and take effect at once. */
const alone = 4
const windowMs = 250

/** Tells a few events from a burst of them, counting each time it is asked. */
export const createBurst = (now: () => number = Date.now) => {
  let last: number[] = []
  return () => {
    const at = now()
    last = [...last.filter((one) => at - one < windowMs), at].slice(-alone - 1)
    return last.length > alone
  }
}

/** Gathers what comes within some milliseconds, and then does it all at once. */
export const createGathering = <Item>(waitMs: number, act: (items: Item[]) => void) => {
  let items: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return (item: Item) => {
    items.push(item)
    if (timer !== undefined) return
    timer = setTimeout(() => {
      const gathered = items
      items = []
      timer = undefined
      act(gathered)
    }, waitMs)
  }
}
