/** Up to this many events within the window are handled individually. */
const alone = 4
const windowMs = 250

/** Tells whether events come in a burst; each call counts as one event. */
export const createBurst = (now: () => number = Date.now) => {
  let last: number[] = []
  return () => {
    const at = now()
    last = [...last.filter((one) => at - one < windowMs), at].slice(-alone - 1)
    return last.length > alone
  }
}

/** Collects items for `waitMs` and then handles them together. */
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
