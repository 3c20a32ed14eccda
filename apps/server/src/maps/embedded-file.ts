import { join } from 'node:path'

/** The streets that every installation draws; `generate-tiles.ts` writes them. */
export const embeddedFile = join(import.meta.dirname, 'streets.pmtiles')
