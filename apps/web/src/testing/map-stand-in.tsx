import type { MapProps } from '../kit/map/map-props.ts'

/** A map needs a screen, and is proven in a browser. Elsewhere tests read what it would show. */
export const MapView = ({ label, points = [], path = [], areas = [], look }: MapProps) => (
  <ul aria-label={label} data-testid="map" data-path={path.length} data-areas={areas.length} data-look={look?.key}>
    {points.map(({ id, kind, label }) => (
      <li key={id}>{`${kind}: ${label}`}</li>
    ))}
  </ul>
)
