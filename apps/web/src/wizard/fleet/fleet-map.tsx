import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWay } from '../../booking/record/use-way.ts'
import { MapView } from '../../kit/map/map.tsx'
import type { MapPoint } from '../../kit/map/map-props.ts'
import { pinsOf, useRest } from '../route/route-map.tsx'
import { useWizard } from '../wizard-context.ts'
import { useStepThree } from './step-three.ts'

/** The pickup, the route and where the chosen fleet is based. */
export const FleetMap = () => {
  const { t } = useTranslation()
  const { draft } = useWizard()
  const { chosen } = useStepThree()
  const rests = useRest()
  const { origin, destination, stops } = draft
  const ride = useMemo(() => pinsOf({ origin, destination, stops }), [origin, destination, stops])
  const { path = ride } = useWay(ride, rests)
  const { id, lat, lon, fleetLongName = '' } = chosen?.fleet ?? {}
  const points = useMemo(() => {
    const fleet: MapPoint[] = lat && lon ? [{ id: `fleet${id}`, kind: 'poi', lat, lon, label: fleetLongName }] : []
    return [...ride, ...fleet]
  }, [ride, id, lat, lon, fleetLongName])
  return rests ? <MapView label={t('wizard.map')} points={points} path={path} /> : null
}
