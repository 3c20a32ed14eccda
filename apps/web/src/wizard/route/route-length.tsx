import { isPlaceComplete } from '@parada/domain/booking/places'
import type { Point } from '@parada/domain/places/geo'
import { startOf } from '@parada/domain/wizard/advance'
import { useTranslation } from 'react-i18next'
import { useWay, useWayText } from '../../booking/record/use-way.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { pinsOf } from './route-map.tsx'

/** Distance and duration once both ends are known: at once from the straight line, then along the streets. */
export const RouteLength = () => {
  const { t } = useTranslation()
  const wayText = useWayText()
  const { draft, rules } = useWizard()
  const { origin, destination, stops } = draft
  const isWhole = isPlaceComplete(origin) && isPlaceComplete(destination)
  const { way } = useWay(pinsOf(draft), isWhole)
  if (!isWhole) return <p className={classes.hint}>{t('wizard.lengthLater')}</p>
  const { now, timeZone } = rules()
  const ride = {
    origin: origin as Point,
    destination: destination as Point,
    stops: stops.filter(isPlaceComplete) as Point[],
    start: startOf(draft, rules())?.start ?? now,
    timeZone: timeZone ?? null,
    way: way ?? null,
  }
  return (
    <output className={classes.length} data-testid="length">
      {wayText(ride)}
    </output>
  )
}
