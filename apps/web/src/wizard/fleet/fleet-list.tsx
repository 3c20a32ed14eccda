import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetChoice } from '../../booking/record/fleet-quotes.ts'
import { useFleetWords } from '../../booking/record/fleet-words.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { fleetChosen } from './fleet-defaults.ts'
import { useStepThree } from './step-three.ts'

/** The fleets for this ride; the arrow keys choose one. */
export const FleetList = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const { choices, isLoading, failure } = useStepThree()
  const words = useFleetWords()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = choices.findIndex(({ fleet }) => fleet.id === draft.idFleet)
  const error = errorOf('idFleet')

  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const choose = (choice: FleetChoice | undefined) => choice && change(fleetChosen(choice.fleet, draft))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(choices[Math.max(0, Math.min(choices.length - 1, at + step))])
  }
  const notice = failure
    ? t('wizard.fleetsFailed', { message: failure })
    : isLoading
      ? t('wizard.loadingFleets')
      : t('wizard.noFleets')

  return (
    <div>
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        data-field="idFleet"
        aria-label={t('wizard.fleets')}
        aria-invalid={error ? true : undefined}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-busy={isLoading}
        className={classes.fleets}
        onKeyDown={onKeyDown}
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
          // biome-ignore lint/a11y/useFocusableInteractive: an option is active, never focused
          <div
            key={choice.fleet.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            data-far={!choice.isCovering}
            className={classes.fleet}
            onClick={() => choose(choice)}
          >
            <i className={classes.dot} aria-hidden="true" />
            <span className={classes.way}>{choice.fleet.fleetLongName}</span>
            <span className={classes.soft}>{words.cars(choice)}</span>
            <span className={classes.figureCell}>{words.eta(choice)}</span>
            <span className={classes.figureCell}>{words.range(choice)}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className={classes.soft}>{notice}</p>}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
