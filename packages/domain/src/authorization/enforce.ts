/** How often a processor asks for its data (O2-55). */
type Enforcement = 'firstTime' | 'always' | 'never'

const meanings: ReadonlyMap<unknown, Enforcement> = new Map([
  [0, 'firstTime'],
  [1, 'always'],
])

export const enforcementOf = (enforce: number | null | undefined): Enforcement => meanings.get(enforce) ?? 'never'
