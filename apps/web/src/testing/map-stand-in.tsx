import type { MapProps } from '../kit/map/map-props.ts'

/** What maps were drawn with in this test, in order. */
export const drawnMaps: MapProps[] = []

/** A map needs a screen, and is proven in a browser. Elsewhere tests read what it would show. */
export const MapView = (props: MapProps) => {
  drawnMaps.push(props)
  const { label, points = [], path = [], areas = [], look } = props
  return (
    <ul aria-label={label} data-testid="map" data-path={path.length} data-areas={areas.length} data-look={look?.key}>
      {points.map(({ id, kind, label }) => (
        <li key={id}>{`${kind}: ${label}`}</li>
      ))}
    </ul>
  )
}
