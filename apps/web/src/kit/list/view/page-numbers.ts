const around = 1

/**
 * The pages to offer: first, last, the current one and its neighbours, with a gap where some are left out. Pages count
 * from 0.
 */
export const pageNumbers = (page: number, count: number): (number | 'gap')[] => {
  const wanted = new Set([0, count - 1])
  // The same number of buttons on every page, so that they do not move under the cursor.
  const from = Math.max(0, Math.min(page - around, count - 2 - 2 * around))
  const to = Math.min(count - 1, Math.max(page + around, 1 + 2 * around))
  for (let shown = from; shown <= to; shown++) wanted.add(shown)
  const numbers = [...wanted].filter((number) => number >= 0).sort((a, b) => a - b)
  return numbers.flatMap((number, at) => {
    const skipped = number - (numbers[at - 1] ?? -1) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : ['gap' as const, number]
  })
}
