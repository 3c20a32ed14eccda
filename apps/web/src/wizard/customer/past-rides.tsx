import { Kbd } from '@mantine/core'
import type { lastServices } from '@parada/contract/calls/last-services'
import type { AnswerOf } from '@parada/contract/kit'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { usePastRides } from './use-past.ts'

type Ride = AnswerOf<typeof lastServices.list>['services'][number]

const wayOf = ({ origin, destination }: Ride) =>
  [origin?.addressField, destination?.addressField].filter((address) => !!address).join(' → ')

/** Street and number or the name of a place, as a person would say it. */
const shortAddress = (address: string | null | undefined) => {
  const [first = '', second = ''] = (address ?? '').split(/,\s*/)
  return /^\d/.test(second) ? `${first} ${second}` : first
}

export const shortWayOf = ({ origin, destination }: Ride) =>
  [shortAddress(origin?.addressField), shortAddress(destination?.addressField)].filter((name) => name).join(' → ')

/** The rides to repeat: a digit repeats that ride, R the one at the cursor, V the same way back. */
export const PastRides = () => {
  const { t, i18n } = useTranslation()
  const { draft, repeat } = useWizard()
  const { rides, isLoading } = usePastRides(draft)
  const [at, setAt] = useState(0)
  const id = useId()
  const formats = formatsFor(i18n.language)
  if (!draft.customer || (!isLoading && rides.length === 0))
    return draft.customer ? <p className={classes.soft}>{t('wizard.noRides')}</p> : null

  const active = Math.min(at, rides.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const figure = /^[1-9]$/.test(event.key) ? rides[Number(event.key) - 1] : undefined
    const ride = figure ?? rides[active]
    const key = event.key.toLowerCase()
    if (event.key === 'ArrowDown') setAt(Math.min(active + 1, rides.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0))
    else if (ride && (figure || key === 'r' || event.key === 'Enter')) repeat(ride, false)
    else if (ride && key === 'v') repeat(ride, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section className={classes.rides}>
      <h3 id={`${id}-title`} className={classes.caption}>
        {t('wizard.lastRides')}
        <span className={classes.keys}>
          <Kbd size="xs">Alt R</Kbd> {t('wizard.repeat')} <Kbd size="xs">Alt V</Kbd> {t('wizard.reverse')}
        </span>
      </h3>
      <div
        role="listbox"
        tabIndex={0}
        data-field="rides"
        aria-labelledby={`${id}-title`}
        aria-activedescendant={rides.length > 0 ? `${id}-${active}` : undefined}
        aria-busy={isLoading}
        className={classes.rideList}
        onKeyDown={onKeyDown}
      >
        {rides.map((ride, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
          // biome-ignore lint/a11y/useFocusableInteractive: an option is active, never focused
          <div
            key={ride.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.ride}
            title={wayOf(ride)}
            onClick={() => repeat(ride, false)}
          >
            <kbd className={classes.figure}>{index + 1}</kbd>
            <span className={classes.way}>{shortWayOf(ride)}</span>
            <span className={classes.soft}>
              {ride.timeBookingStartTimestamp ? formats.date(ride.timeBookingStartTimestamp).slice(0, 5) : ''}
            </span>
          </div>
        ))}
      </div>
      <p className={classes.hint}>{t('wizard.rideHint')}</p>
    </section>
  )
}
