import { Button, Kbd, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../../session/use-session.ts'
import { useUsualPlaces } from '../customer/use-past.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { FeaturesField } from './features-field.tsx'
import { NotesField } from './notes-field.tsx'
import { PlaceField } from './place-field.tsx'
import { RouteLength } from './route-length.tsx'
import { RouteMap } from './route-map.tsx'
import { WhenField } from './when-field.tsx'

const mostStops = 5

/** Step 2: the route, the pickup time and the taxi features. */
export const RouteStep = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const { stops } = draft
  const mandatoryDestination = useSessionState((state) => state.whitelabelConfig?.mandatoryDestination) ?? false
  const origins = useUsualPlaces(draft, 'origin')
  const destinations = useUsualPlaces(draft, 'destination')

  const text = (name: 'flightNumber' | 'pickupZone') => (
    <TextInput
      size="sm"
      data-field={name}
      className={classes.short}
      label={t(`fields.${name}`)}
      autoComplete="off"
      maxLength={100}
      value={draft[name]}
      error={errorOf(name)}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <div className={classes.fields}>
      <PlaceField
        field="origin"
        next="destination"
        label={t('fields.origin')}
        info={{ label: t('fields.originInfo') }}
        value={draft.origin}
        onChange={(origin) => change({ origin })}
        offered={origins}
        isRequired
      />
      {stops.map((stop, index) => (
        <PlaceField
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the row
          key={index}
          field={`stop${index}`}
          next={index + 1 < stops.length ? `stop${index + 1}` : 'destination'}
          label={t('fields.stop', { n: index + 1 })}
          value={stop}
          onChange={(place) => change({ stops: stops.with(index, place ?? {}) })}
          onRemove={() => change({ stops: stops.toSpliced(index, 1) })}
        />
      ))}
      <PlaceField
        field="destination"
        next="when"
        label={t('fields.destination')}
        info={{ label: t('fields.destinationInfo') }}
        value={draft.destination}
        onChange={(destination) => change({ destination })}
        offered={destinations}
        isRequired={mandatoryDestination}
      />
      <div className={classes.row}>
        <WhenField />
        {text('flightNumber')}
        {text('pickupZone')}
      </div>
      <div className={classes.pair}>
        <FeaturesField />
        <NotesField />
      </div>
      <div className={classes.row}>
        <RouteLength />
        {stops.length < mostStops && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            className={classes.right}
            leftSection={<IconPlus size={14} />}
            rightSection={<Kbd size="xs">Alt S</Kbd>}
            data-action="add-stop"
            onClick={() => change({ stops: [...stops, {}] })}
          >
            {t('wizard.addStop')}
          </Button>
        )}
      </div>
      <div className={classes.map}>
        <RouteMap />
      </div>
    </div>
  )
}
