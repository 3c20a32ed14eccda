import { useTranslation } from 'react-i18next'
import { useShownAddress } from '../kit/address-box/use-shown-address.ts'
import { useSessionState } from '../session/use-session.ts'
import { shortWayOf } from './customer/past-rides.tsx'
import { useAuthorization } from './customer/use-authorization.ts'
import { useCaller } from './customer/use-caller.ts'
import { usePastRides } from './customer/use-past.ts'
import { Warnings } from './customer/warnings.tsx'
import { startText } from './route/when-field.tsx'
import classes from './wizard.module.css'
import { useWizard } from './wizard-context.ts'

const ridesShown = 5

/** Step 1 when closed: who the customer is, and what the operator still needs to see during the call. */
export const CustomerSummary = () => {
  const { t } = useTranslation()
  const { draft } = useWizard()
  const { customer, kind, phoneNumber, subscriberCode, userNumber } = draft
  const { rides } = usePastRides(draft)
  const { caller } = useCaller(draft)
  const { authorization } = useAuthorization(draft)
  const note = kind === 'caller' ? caller?.notesClient : authorization?.commentsForOperator
  return (
    <div className={classes.summary}>
      <b>{customer?.name || (customer ? t('wizard.unnamed') : phoneNumber)}</b>
      <span>{kind === 'caller' ? phoneNumber : `${subscriberCode} / ${userNumber}`}</span>
      {note && <strong className={classes.comment}>{note}</strong>}
      <Warnings />
      {rides.length > 0 && (
        <section className={classes.lastRides} aria-label={t('wizard.lastRides')}>
          <h3 className={classes.caption}>{t('wizard.lastRides')}</h3>
          <ul className={classes.plain}>
            {rides.slice(0, ridesShown).map((ride) => (
              <li key={ride.id}>{shortWayOf(ride)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Step 2 in a few lines. */
export const RouteSummary = () => {
  const { t, i18n } = useTranslation()
  const { draft } = useWizard()
  const shown = useShownAddress()
  const features = useSessionState((state) => state.taxiFeatures)
  const featureName = (id: number) => features?.find((feature) => feature.id === id)?.name ?? `#${id}`
  const { origin, destination, stops, asap, start, taxiFeatures, notes, when } = draft
  const time = start !== null && !asap ? startText(start, i18n.language, null) : when || t('fields.asap')
  return (
    <dl className={classes.summary}>
      <div>
        <dt>{t('fields.origin')}</dt>
        <dd>{shown(origin?.addressField ?? '')}</dd>
      </div>
      {stops.map((stop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the row
        <div key={index}>
          <dt>{t('fields.stop', { n: index + 1 })}</dt>
          <dd>{shown(stop.addressField ?? '')}</dd>
        </div>
      ))}
      {destination?.addressField && (
        <div>
          <dt>{t('fields.destination')}</dt>
          <dd>{shown(destination.addressField)}</dd>
        </div>
      )}
      <div>
        <dt>{t('fields.when')}</dt>
        <dd>{asap && start !== null ? t('fields.asap') : time}</dd>
      </div>
      {taxiFeatures.length > 0 && (
        <div>
          <dt>{t('fields.taxiFeatures')}</dt>
          <dd>{taxiFeatures.map(featureName).join(', ')}</dd>
        </div>
      )}
      {notes && (
        <div>
          <dt>{t('fields.noteToDriver')}</dt>
          <dd>{notes}</dd>
        </div>
      )}
    </dl>
  )
}
