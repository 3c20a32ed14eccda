import type { Fleet } from '@parada/contract/entities'
import { parseFleetsFiltered as idsIn } from '@parada/domain/booking/texts'
import { labelKey } from '@parada/domain/codes'
import type { FleetAround } from '@parada/domain/places/coverage'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fleetStateOf } from '../../../booking/record/fleet-areas.ts'
import { type Formats, formatsFor } from '../../../kit/format.ts'
import { useSessionState } from '../../../session/use-session.ts'
import classes from './-fleet-map.module.css'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus between fleets with the arrow keys. */
const walk = (event: KeyboardEvent<HTMLUListElement>) => {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(event.target as HTMLElement)
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
}

const Facts = ({ fleet }: { fleet: Fleet }) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const known = useSessionState((state) => state.taxiFeatures) ?? []
  const { protocolDispatch, taxiFeatures, geoAreaOrigin, radiusKm, contactPhone } = fleet
  const protocol = labelKey('dispatchProtocol', protocolDispatch)
  const features = idsIn(taxiFeatures).map((id) => known.find((one) => one.id === id)?.name ?? `#${id}`)
  const areas = (geoAreaOrigin ?? []).map(({ description }) => description).filter(Boolean)
  const circle = radiusKm ? t('fleetMap.circle', { km: format.number(radiusKm) }) : t('fleetMap.unknown')
  return (
    <dl className={classes.facts}>
      <dt>{t('fleetMap.coverage')}</dt>
      <dd>{areas.join(', ') || circle}</dd>
      <dt>{t('fields.protocolDispatch')}</dt>
      <dd>{protocol ? t(protocol) : protocolDispatch}</dd>
      {contactPhone && (
        <>
          <dt>{t('fields.phoneNumber')}</dt>
          <dd>{contactPhone}</dd>
        </>
      )}
      <dt className={classes.wide}>{t('fields.taxiFeatures')}</dt>
      <dd className={classes.wide}>{features.join(', ') || t('fleetMap.noFeatures')}</dd>
    </dl>
  )
}

/** Tenths of a kilometre no longer matter beyond 100 km. */
const kmOf = (metres: number, { number, count }: Formats) =>
  metres < 100_000 ? number(Math.round(metres / 100) / 10) : count(Math.round(metres / 1_000))

type ItemProps = { shown: FleetAround<Fleet>; isChosen: boolean; onChoose: (id: number) => void }

const Item = ({ shown: { fleet, metres, isCovering, isNear }, isChosen, onChoose }: ItemProps) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const { color, sign, word } = fleetStateOf(fleet)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={item} className={classes.item} data-chosen={isChosen || undefined}>
      <button type="button" aria-expanded={isChosen} onClick={() => onChoose(fleet.id)}>
        <span className={classes.state} data-state={color} aria-hidden="true">
          {sign}
        </span>
        <span className={classes.name}>
          {fleet.fleetLongName}
          <small>
            {t(word)}
            {isCovering && ` · ${t('fleetMap.covers')}`}
            {!isCovering && isNear && ` · ${t('fleetMap.withinRadius')}`}
          </small>
        </span>
        {metres !== undefined && (
          <span className={classes.distance} data-marked={isCovering || isNear || undefined}>
            {t('fleetMap.km', { km: kmOf(metres, format) })}
          </span>
        )}
      </button>
      {isChosen && <Facts fleet={fleet} />}
    </li>
  )
}

type Props = {
  listed: readonly FleetAround<Fleet>[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** The fleets on the map, as text. */
export const FleetList = ({ listed, chosen, onChoose }: Props) => {
  const { t } = useTranslation()
  return (
    <ul className={classes.list} aria-label={t('fleetMap.fleets')} onKeyDown={walk}>
      {listed.map((shown) => (
        <Item key={shown.fleet.id} shown={shown} isChosen={shown.fleet.id === chosen} onChoose={onChoose} />
      ))}
    </ul>
  )
}
