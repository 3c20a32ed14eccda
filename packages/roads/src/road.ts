/** A way with its OpenStreetMap tags, as the source files have it. */
export type TaggedWay = {
  id: number
  highway: string
  oneway?: string
  maxspeed?: string
  junction?: string
  access?: string
  path: [lon: number, lat: number][]
}

/** A street open to taxis, one-way along its path or both ways. */
export type Road = { kmh: number; isOneWay: boolean; path: readonly [lon: number, lat: number][] }

/** The usual speed on each class of road, bends and crossings included; a class that is missing is not for cars. */
const usualKmh: Readonly<Record<string, number>> = {
  motorway: 90,
  motorway_link: 45,
  trunk: 85,
  trunk_link: 40,
  primary: 65,
  primary_link: 30,
  secondary: 55,
  secondary_link: 25,
  tertiary: 40,
  tertiary_link: 20,
  unclassified: 25,
  residential: 25,
  living_street: 10,
  service: 15,
}
/** Nobody drives at the limit all the way. */
const shareOfLimit = 0.8
const closedTo = new Set(['private', 'no', 'permit', 'delivery'])

const kmhOf = ({ highway, maxspeed = '' }: TaggedWay) => {
  const usual = usualKmh[highway]
  const limit = /^\d{1,3}$/.test(maxspeed) ? Number(maxspeed) : 0
  return usual === undefined ? undefined : Math.max(5, Math.round(limit > 0 ? limit * shareOfLimit : usual))
}

/** Along the path, against it, or both; roundabouts and motorways are one-way without a tag. */
const directionOf = ({ highway, junction, oneway }: TaggedWay): 'along' | 'against' | 'both' => {
  if (oneway === '-1' || oneway === 'reverse') return 'against'
  if (oneway === 'yes' || oneway === 'true' || oneway === '1') return 'along'
  if (oneway === 'no') return 'both'
  return junction === 'roundabout' || junction === 'circular' || highway === 'motorway' ? 'along' : 'both'
}

/** The road that a way is for a taxi; undefined for paths, steps, private ground and everything else closed to cars. */
export const roadOf = (way: TaggedWay): Road | undefined => {
  const kmh = kmhOf(way)
  if (kmh === undefined || closedTo.has(way.access ?? '') || way.path.length < 2) return undefined
  const direction = directionOf(way)
  return { kmh, isOneWay: direction !== 'both', path: direction === 'against' ? way.path.toReversed() : way.path }
}
