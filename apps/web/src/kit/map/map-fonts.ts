/** Without a glyph URL the map uses the fonts of the machine. */
export const font = ['Inter', 'system-ui', 'sans-serif']
