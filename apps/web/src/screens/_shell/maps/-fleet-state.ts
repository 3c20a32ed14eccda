import type { Fleet } from '@parada/contract/entities'

const active = { isActive: true, color: 'green', sign: '✓', word: 'fleetMap.active' } as const
const other = { isActive: false, color: 'grey', sign: '–', word: 'fleetMap.inactive' } as const

/** Only status 1 is active; a sign and a word say what the colour does. */
export const stateOf = ({ status }: Pick<Fleet, 'status'>) => (status === 1 ? active : other)
