import type { AssistanceCase, CaseChange } from '@parada/contract/calls/assistance'
import { keptByHand } from '@parada/domain/assistance/case'
import { isPlaceComplete } from '@parada/domain/booking/places'
import type { Bounds } from '@parada/domain/places/coverage'
import type { Point } from '@parada/domain/places/geo'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ends, Place } from '../booking/actions/place-fields.tsx'
import { useReverse } from '../booking/record/use-reverse.ts'
import { History } from '../kit/history.tsx'
import { MapView } from '../kit/map/map.tsx'
import type { MapPoint } from '../kit/map/map-props.ts'
import classes from '../kit/record.module.css'
import { useCaseChangeWords, useCaseWords } from './case-words.ts'

const told = [
  ...(['localizacionVehiculo', 'direccionTraslado', 'fechaServicio', 'asap', 'conductor', 'telefono'] as const),
  ...(['tipoExpediente', 'provincia', 'pais', 'features', 'breaks', 'notes'] as const),
]
const coordinates = {
  localizacionVehiculo: ['coordenadaY', 'coordenadaX'],
  direccionTraslado: ['coordenadaYDest', 'coordenadaXDest'],
} as const

/** What the insurer sent last, marking the fields where a manual correction was kept. */
export const SentFacts = ({ row }: { row: AssistanceCase }) => {
  const { t } = useTranslation()
  const words = useCaseWords()
  const kept = new Set<string>(keptByHand(row))
  const pointOf = (name: string) => {
    if (!(name in coordinates)) return ''
    const [y, x] = coordinates[name as keyof typeof coordinates]
    const [lat, lon] = [row.sent[y], row.sent[x]]
    return lat == null || lon == null ? t('assistance.noPoint') : `${lat}, ${lon}`
  }
  return (
    <section className={classes.section} aria-label={t('assistance.sent')}>
      <h3>{t('assistance.sent')}</h3>
      <dl className={classes.facts}>
        {told.map((name) => {
          const said = words(name, row.sent[name])
          if (!said && name !== 'localizacionVehiculo' && name !== 'telefono') return null
          return (
            <Fragment key={name}>
              <dt>{t(`fields.${name}`)}</dt>
              <dd>
                {said || '—'}
                {said && pointOf(name) && ` (${pointOf(name)})`}
                {kept.has(name) && <b>{` · ${t('assistance.kept')}`}</b>}
              </dd>
            </Fragment>
          )
        })}
      </dl>
    </section>
  )
}

export const CaseHistory = ({ journal }: { journal: readonly CaseChange[] }) => {
  const { t } = useTranslation()
  return (
    <History
      title={t('assistance.history')}
      empty={t('assistance.noHistory')}
      journal={journal}
      did={(action) => t(`assistance.did.${action}`, { defaultValue: action })}
      words={useCaseChangeWords()}
    />
  )
}

const pinOf = (id: 'origin' | 'destination', place: Place | null): MapPoint[] =>
  place && isPlaceComplete(place)
    ? [{ id, kind: id, lat: Number(place.lat), lon: Number(place.lon), label: place.addressField ?? '' }]
    : []

type MapProps = { ends: Ends; onChange?: ((part: Partial<Ends>) => void) | undefined }

/** Bounds around the only known end, wide enough to find the other. */
const aroundOne = ([first, ...more]: readonly MapPoint[]) =>
  first && more.length === 0
    ? { key: first.id, bounds: [first.lon - 0.05, first.lat - 0.03, first.lon + 0.05, first.lat + 0.03] as Bounds }
    : undefined

/** Both ends on a map. A click sets the pickup while it is unknown, and the destination after that. */
export const CaseMap = ({ ends, onChange }: MapProps) => {
  const { t } = useTranslation()
  const reverse = useReverse()
  const put = async (end: 'origin' | 'destination', point: Point) => {
    const typed = ends[end]
    // Keeps the insurer's wording for the driver and only adds the missing point.
    const written = isPlaceComplete(typed) ? '' : typed?.addressField?.trim()
    const found = written ? { addressField: written, ...point } : await reverse(point)
    onChange?.({ [end]: found })
  }
  const points = [...pinOf('origin', ends.origin), ...pinOf('destination', ends.destination)]
  return (
    <div style={{ height: 220 }}>
      <MapView
        label={t('assistance.map')}
        points={points}
        path={points}
        look={aroundOne(points)}
        {...(onChange && {
          onMove: (id: string, point: Point) => void put(id === 'origin' ? 'origin' : 'destination', point),
          onClick: (point: Point) => void put(isPlaceComplete(ends.origin) ? 'destination' : 'origin', point),
        })}
      />
    </div>
  )
}
