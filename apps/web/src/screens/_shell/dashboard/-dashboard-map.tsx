import { placesOf } from '@parada/domain/pricing/ride'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMapLayers } from '../../../booking/record/map-layers.ts'
import { useTaxiPositions } from '../../../booking/record/taxi-positions.ts'
import { useWay, useWayText } from '../../../booking/record/use-way.ts'
import type { BesideProps } from '../../../kit/list/declare/list-types.ts'
import { useListFormat } from '../../../kit/list/view/use-list-format.ts'
import { MapView } from '../../../kit/map/map.tsx'
import type { DashboardBooking, DashboardKnown } from './-dashboard-booking.ts'
import { bookingIdOf, dashboardPoints, keepWords, rideOf, workPlaces } from './-dashboard-points.ts'

const trackMs = 6_000
const drawMs = 1_000

/** The latest value, updated at most once per interval: a map need not be redrawn for every frame. */
const useCalm = <Value,>(value: Value, everyMs: number) => {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    const timer = setInterval(() => setShown(latest.current), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return shown
}

/** Waiting pickups and taxis on a map; the rows beside it say the same as text. */
const DashboardMap = ({ rows, chosen, onChoose }: BesideProps<DashboardBooking, DashboardKnown>) => {
  const { t } = useTranslation()
  const format = useListFormat()
  const positions = useTaxiPositions(trackMs)
  const calm = useCalm(rows, drawMs)
  const say = useMemo(() => keepWords(t), [t])
  const points = useMemo(
    () => dashboardPoints(calm, positions, chosen, format, say),
    [calm, positions, chosen, format, say],
  )
  const opening = useMemo(() => workPlaces(calm, positions), [calm, positions])
  const ride = useMemo(() => {
    const booking = calm.find(({ id }) => id === chosen)
    return booking && rideOf(booking)
  }, [calm, chosen])
  const places = useMemo(() => (ride ? placesOf(ride) : []), [ride])
  const { path = places, way = null } = useWay(places)
  const wayText = useWayText()
  const shown = useMapLayers()
  const selected = points.find(({ isFollowed }) => isFollowed)
  return (
    <MapView
      label={t('dashboard.map.label')}
      points={points}
      fit="followed"
      opening={opening}
      {...(ride && { path, pathLabel: wayText({ ...ride, way }) })}
      {...shown}
      {...(selected && { selected: selected.id })}
      onSelect={(id) => onChoose(bookingIdOf(id))}
    />
  )
}

export default DashboardMap
