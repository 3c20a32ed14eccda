/** A way as OpenStreetMap tags it, in the form of the shipped files. */
export type TaggedWay = {
  id: number
  highway: string
  oneway?: string
  maxspeed?: string
  junction?: string
  access?: string
  path: [lon: number, lat: number][]
}

/** A street that a taxi may drive, along its path or both ways. */
export type Road = { kmh: number; isOneWay: boolean; path: readonly [lon: number, lat: number][] }

/** How fast each class of road is driven, bends and crossings included; a class that is not named is not for cars. */
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

/** Along the path, against it, or both: roundabouts and motorways need no tag to be one-way. */
const directionOf = ({ highway, junction, oneway }: TaggedWay): 'along' | 'against' | 'both' => {
  if (oneway === '-1' || oneway === 'reverse') return 'against'
  if (oneway === 'yes' || oneway === 'true' || oneway === '1') return 'along'
  if (oneway === 'no') return 'both'
  return junction === 'roundabout' || junction === 'circular' || highway === 'motorway' ? 'along' : 'both'
}

/** The road that a way is to a taxi; undefined for paths, steps, private ground and everything else without cars. */
export const roadOf = (way: TaggedWay): Road | undefined => {
  const kmh = kmhOf(way)
  if (kmh === undefined || closedTo.has(way.access ?? '') || way.path.length < 2) return undefined
  const direction = directionOf(way)
  return { kmh, isOneWay: direction !== 'both', path: direction === 'against' ? way.path.toReversed() : way.path }
}
