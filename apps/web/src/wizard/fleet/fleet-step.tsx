import { Button, Checkbox, Kbd } from '@mantine/core'
import { IconAlertTriangle, IconListDetails } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../kit/lazy.ts'
import { afterBooking } from '../../session/preferences.ts'
import { useRemembered } from '../../session/remembered.ts'
import { useSessionState } from '../../session/use-session.ts'
import { startText } from '../route/when-field.tsx'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { DispatchFields, DispatchFlags } from './dispatch-fields.tsx'
import { DraftBreaks } from './draft-breaks.tsx'
import { DraftText } from './fields.tsx'
import { fleetChosen, fleetToStartWith } from './fleet-defaults.ts'
import { FleetList } from './fleet-list.tsx'
import { FleetMap } from './fleet-map.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { QuoteLine } from './quote-line.tsx'
import { RecurringField } from './recurring-field.tsx'
import { useStepThree } from './step-three.ts'

const PriceLines = lazy(() => import('./price-lines.tsx'))

const home = 'Europe/Madrid'

/** Warns, for tenants that want it, when the fleet is in a time zone other than Europe/Madrid (O2-12). */
const TimeZoneWarning = () => {
  const { t, i18n } = useTranslation()
  const { draft, rules } = useWizard()
  const { chosen } = useStepThree()
  const isWanted = useSessionState((state) => state.whitelabelConfig?.warnFleetTimeZone)
  const zone = chosen?.fleet.timeZone
  if (!isWanted || !zone || zone === home) return null
  const time = startText(draft.start ?? rules().now, i18n.language, zone)
  return (
    <p role="alert" className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {t('wizard.timeZone', { fleet: chosen.fleet.fleetLongName, zone, time })}
    </p>
  )
}

/** Preselects a fleet as soon as there is one, so that the operator only has to act to change it. */
const useFirstFleet = () => {
  const { draft, change } = useWizard()
  const { choices } = useStepThree()
  const isListed = choices.some(({ fleet }) => fleet.id === draft.idFleet)
  const isUndecided = choices.length > 0 && (!isListed || draft.enableCommitment === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when the fleets come
  useEffect(() => {
    const fleet = isUndecided && fleetToStartWith(draft, choices)
    if (fleet) change(fleetChosen(fleet, draft))
  }, [isUndecided])
}

/** Step 3: the fleet, the passenger and the terms. */
export const FleetStep = () => {
  const { t } = useTranslation()
  const { draft, book } = useWizard()
  const { chosen, priceFailure } = useStepThree()
  const after = useRemembered(afterBooking)
  const [showsLines, setShowsLines] = useState(false)
  // Opens the price engine's message, so that it is read before the caller is told anything (document 2, section 7).
  useEffect(() => {
    if (priceFailure) setShowsLines(true)
  }, [priceFailure])
  useFirstFleet()
  return (
    <>
      <fieldset className={classes.fields} disabled={draft.isSent}>
        <FleetList />
        <TimeZoneWarning />
        <DispatchFlags />
        <div className={classes.grid}>
          <DraftText name="passengerName" />
          <DraftText name="phoneNumberPassenger" type="tel" maxLength={60} />
          <DraftText name="emailPassenger" type="email" />
          <PaymentFields />
          <DraftBreaks />
          {draft.variant === 'new-booking' && <DispatchFields />}
          <RecurringField />
        </div>
        <div className={classes.fleetMap}>
          <FleetMap />
        </div>
      </fieldset>
      <footer className={classes.foot}>
        <QuoteLine />
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          data-action="prices"
          leftSection={<IconListDetails size={14} />}
          rightSection={<Kbd size="xs">Alt P</Kbd>}
          onClick={() => setShowsLines(true)}
        >
          {t('wizard.prices')}
        </Button>
        {priceFailure && (
          <span role="alert" className={classes.error}>
            {t('wizard.priceFailed')}
            <small> {t('wizard.priceFailedDetail')}</small>
          </span>
        )}
        <Checkbox
          size="xs"
          className={classes.right}
          label={t('wizard.thenNextCall')}
          checked={after === 'nextCall'}
          onChange={({ currentTarget }) => afterBooking.set(currentTarget.checked ? 'nextCall' : 'board')}
        />
        <Button
          size="sm"
          data-action="book"
          loading={draft.isSent}
          rightSection={
            <Kbd size="xs" className={classes.onButton}>
              Ctrl ↵
            </Kbd>
          }
          onClick={() => book()}
        >
          {t(draft.variant === 'new-booking' ? 'wizard.book' : 'wizard.register')}
        </Button>
      </footer>
      {showsLines && (
        <Suspense>
          <PriceLines
            title={t('wizard.pricesOf', { fleet: chosen?.fleet.fleetLongName ?? '' })}
            details={chosen?.price?.details}
            currency={chosen?.price?.currency}
            failure={priceFailure}
            onClose={() => setShowsLines(false)}
          />
        </Suspense>
      )}
    </>
  )
}
