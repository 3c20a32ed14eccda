import type { MapProps } from '../kit/map/map-props.ts'

/** The props of the maps drawn in this test, in order. */
export const drawnMaps: MapProps[] = []

/** A map needs a screen and is tested in a browser. Other tests read here what it would show. */
export const MapView = (props: MapProps) => {
  drawnMaps.push(props)
  const { label, points = [], path = [], areas = [], look, layers = [], heat = [] } = props
  return (
    <>
      <ul aria-label={label} data-testid="map" data-path={path.length} data-areas={areas.length} data-look={look?.key}>
        {points.map(({ id, kind, label }) => (
          <li key={id}>{`${kind}: ${label}`}</li>
        ))}
      </ul>
      {layers.map(({ key, label, isOn, onToggle }) => (
        <label key={key}>
          <input type="checkbox" checked={isOn} onChange={({ target }) => onToggle(target.checked)} />
          {label}
        </label>
      ))}
      {heat.map(({ key, legend }) => (
        <p key={key}>{legend}</p>
      ))}
    </>
  )
}
