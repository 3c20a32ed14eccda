const time = () => new Date().toISOString()

/** Counts events for an occasional line in the log: one line for each ride would fill a disk. */
export const makeTally = (say: (line: string) => void = console.log) => {
  const counts = new Map<string, number>()
  return {
    count: (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    say: (line: string) => say(`${time()} ${line}`),
    warn: (line: string) => say(`${time()} warning: ${line}`),
    /** The counts since the last call. */
    flush: () => {
      const told = [...counts].map(([what, count]) => `${what} ${count}`).join(', ')
      counts.clear()
      return told || 'nothing happened'
    },
  }
}
export type Tally = ReturnType<typeof makeTally>
