/** A file of vector tiles in the OpenMapTiles schema, which the page reads by byte ranges. */
export type MapTiles = {
  url: string
  bounds: [west: number, south: number, east: number, north: number]
  minZoom: number
  maxZoom: number
}

/** The maps that a page can draw. */
export type MapSettings = {
  /** The first file that has a tile provides it. */
  files: MapTiles[]
  /**
   * URL of the public base map's style, with {scheme} for light or dark; it answers null while there is none. Absent
   * without a public map.
   */
  styleUrl?: string
}
