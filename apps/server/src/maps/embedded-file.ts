import { join } from 'node:path'

/** The streets that every installation draws, written by `generate-tiles.ts`. */
export const embeddedFile = join(import.meta.dirname, 'streets.pmtiles')
