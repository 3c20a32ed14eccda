/** Without an address for glyphs the map writes with the fonts of the machine. */
export const font = ['Inter', 'system-ui', 'sans-serif']
