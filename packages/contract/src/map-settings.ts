/** A file of vector tiles in the OpenMapTiles schema that the page reads by ranges. */
export type MapTiles = {
  url: string
  bounds: [west: number, south: number, east: number, north: number]
  minZoom: number
  maxZoom: number
}

/** What a page is told of the maps that it can draw. */
export type MapSettings = {
  /** The first that has a tile is drawn. */
  files: MapTiles[]
  /** Where the style of the public base map is, or null as long as there is none; {scheme} stands for light or dark. */
  styleUrl?: string
}
