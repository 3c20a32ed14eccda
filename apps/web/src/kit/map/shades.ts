import type { StateColor } from '@parada/domain/code-colors'

/** The colours of states, as in the style sheets: MapLibre cannot read CSS variables. */
export const shades: Record<'light' | 'dark', Record<StateColor | 'ground' | 'ink', string>> = {
  light: {
    amber: '#d9820b',
    blue: '#1c6fd1',
    violet: '#7a3fd0',
    green: '#25843f',
    grey: '#7d858c',
    red: '#cf2f2f',
    ground: '#ffffff',
    ink: '#2b3038',
  },
  dark: {
    amber: '#f2a93b',
    blue: '#5aa2f0',
    violet: '#ab82ef',
    green: '#56b870',
    grey: '#8c949b',
    red: '#f06b6b',
    ground: '#16181b',
    ink: '#e6e8eb',
  },
}
