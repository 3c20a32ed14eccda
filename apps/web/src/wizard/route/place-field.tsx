import { ActionIcon, TextInput } from '@mantine/core'
import { isPlaceComplete } from '@parada/domain/booking/places'
import type { Suggestion } from '@parada/domain/places/suggestions'
import type { DraftPlace } from '@parada/domain/wizard/draft'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressBox } from '../../kit/address-box/address-box.tsx'
import { textOf } from '../../kit/address-box/suggestions.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { KeepPlace, UncertainPlace } from './keep-place.tsx'
import { usePlaceSearch } from './use-place-search.ts'

const placeOf = (suggestion: Suggestion): DraftPlace => ({
  addressField: textOf(suggestion),
  lat: suggestion.lat,
  lon: suggestion.lon,
  isPoi: suggestion.isPoi,
  idPoi: suggestion.idPoi ?? null,
  ...(suggestion.isApproximate && { isMidStreet: true }),
})

type Props = {
  field: string
  label: string
  /** The field that gets the focus once a place is chosen. */
  next: string
  value: DraftPlace | null
  onChange: (place: DraftPlace | null) => void
  offered?: readonly Suggestion[] | undefined
  onRemove?: () => void
  info?: { label: string }
  isRequired?: boolean
}

/** A place of the route: chosen from suggestions, with what the driver has to know about the door. */
export const PlaceField = ({ field, label, next, value, onChange, offered, onRemove, info, isRequired }: Props) => {
  const { t } = useTranslation()
  const { draft, errorOf, focus } = useWizard()
  const search = usePlaceSearch(draft, field === 'destination' ? 'destination' : 'origin')
  const [isTyping, setTyping] = useState(false)
  /** Tab and the mouse move the focus by themselves; moving it again would skip a field. */
  const goesByItself = useRef(false)
  const going = (byItself: boolean) => {
    goesByItself.current = byItself
  }
  const go = (to: string) => {
    if (!goesByItself.current) focus(to)
  }
  const isUnplaced = !!value?.addressField?.trim() && !isPlaceComplete(value)
  const details = { additionalAddressInfo: value?.additionalAddressInfo ?? '' }
  return (
    <>
      <div className={classes.place}>
        <div
          className={classes.grow}
          data-field={field}
          onKeyDownCapture={({ key }) => going(key === 'Tab')}
          onMouseDownCapture={() => going(false)}
          onBlurCapture={() => going(true)}
        >
          <AddressBox
            label={label}
            value={value}
            search={search}
            offered={offered ?? []}
            error={errorOf(field)}
            isRequired={isRequired ?? false}
            onType={(text) => {
              setTyping(true)
              onChange({ addressField: text, ...details })
            }}
            onChoose={(suggestion) => {
              setTyping(false)
              onChange({ ...placeOf(suggestion), ...details })
              go(next)
            }}
            onUnmatched={() => {
              setTyping(false)
              go(`${field}Town`)
            }}
          />
        </div>
        {info && (
          <TextInput
            size="sm"
            className={classes.info}
            label={info.label}
            placeholder={t('wizard.details')}
            autoComplete="off"
            maxLength={200}
            value={value?.additionalAddressInfo ?? ''}
            onChange={({ target }) => onChange({ ...value, additionalAddressInfo: target.value })}
          />
        )}
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('wizard.removeStop', { n: Number(field.slice(4)) + 1 })}
            onClick={onRemove}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      {value && isUnplaced && !isTyping && (
        <KeepPlace
          field={field}
          value={value}
          onKeep={(place) => {
            onChange(place)
            focus(next)
          }}
        />
      )}
      {value?.isApproximate && <UncertainPlace text="wizard.place.approximate" />}
      {value?.isMidStreet && <UncertainPlace text="wizard.place.midStreet" />}
    </>
  )
}
