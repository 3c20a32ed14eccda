import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { AddressRow } from '@parada/contract/calls/addresses'
import { mayUseFleet } from '@parada/domain/access/values'
import type { Point } from '@parada/domain/places/geo'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressBox } from '../../../kit/address-box/address-box.tsx'
import { useShownAddress } from '../../../kit/address-box/use-shown-address.ts'
import { lazy } from '../../../kit/lazy.ts'
import { MapView } from '../../../kit/map/map.tsx'
import { useSessionState } from '../../../session/use-session.ts'
import classes from './-address.module.css'
import { storeCentre } from './-stored-centre.ts'
import { useAddressForm } from './-use-address-form.ts'
import { useLookUp, useReverse } from './-use-look-up.ts'

const DeleteAddress = lazy(() => import('./-delete-address.tsx'))

type Props = { row?: AddressRow; onDone: () => void }

/** The form of a new or saved address, with its place on a map. */
export const AddressForm = ({ row, onDone }: Props) => {
  const { t } = useTranslation()
  const grants = useSessionState((state) => state.grants)
  const mayEdit = (idFleet: number | null) => grants !== undefined && mayUseFleet(grants, 'editCallerByFleet', idFleet)
  const allFleets = useSessionState((state) => state.fleets) ?? []
  const fleets = allFleets.filter(({ id }) => mayEdit(id) || id === row?.idSupplier)
  const pois = useSessionState((state) => state.pois)
  const mayShare = mayEdit(null)
  const ownFleet = mayShare ? null : (fleets[0]?.id ?? null)
  const { typed, change, problems, failure, isSaving, reset, save } = useAddressForm(row, ownFleet, onDone)
  const { text, lat, lon, alias, idSupplier } = typed
  const lookUp = useLookUp()
  const reverse = useReverse()
  const shown = useShownAddress()
  const [isDeleting, setDeleting] = useState(false)
  const placeBox = useRef<HTMLInputElement>(null)
  const aliasBox = useRef<HTMLInputElement>(null)

  const isReadOnly = !mayEdit(row ? row.idSupplier : ownFleet)
  const hasPlace = lat !== null && lon !== null
  const name = alias || shown(text) || t('address.chosen')
  const pins = hasPlace ? [{ id: 'place', lat, lon, kind: 'origin' as const, label: t('address.pin', { name }) }] : []

  const pointAt = async (point: Point) => {
    change(point)
    change({ text: await reverse(point) })
  }

  const submit = () => {
    const { place, alias } = save()
    if (place) placeBox.current?.focus()
    else if (alias) aliasBox.current?.focus()
  }

  return (
    <div className={classes.panel}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 className={classes.heading}>{row ? t('address.edit', { id: row.id }) : t('address.new')}</h2>
        <AddressBox
          inputRef={placeBox}
          label={t('fields.addressName')}
          placeholder={t('address.placeHint')}
          value={{ addressField: text }}
          error={problems.place && t(problems.place)}
          search={lookUp}
          isRequired
          onType={(typedText) => change({ text: typedText, lat: null, lon: null })}
          onChoose={(place) => change({ text: place.addressField, lat: place.lat, lon: place.lon })}
        />
        <TextInput
          ref={aliasBox}
          size="sm"
          label={t('fields.addressField')}
          placeholder={t('address.aliasHint')}
          value={alias}
          error={problems.alias && t(problems.alias)}
          errorProps={{ role: 'alert' }}
          maxLength={300}
          autoComplete="off"
          required
          onChange={(event) => change({ alias: event.target.value })}
        />
        <NativeSelect
          size="sm"
          label={t('fields.idSupplier')}
          value={idSupplier ?? ''}
          onChange={(event) => change({ idSupplier: event.target.value ? Number(event.target.value) : null })}
        >
          {(mayShare || idSupplier === null) && <option value="">{t('common.anyFleet')}</option>}
          {fleets.map(({ id, fleetLongName }) => (
            <option key={id} value={id}>
              {fleetLongName}
            </option>
          ))}
        </NativeSelect>
        {isReadOnly && (
          <Text size="xs" c="dimmed">
            {t('address.readOnly')}
          </Text>
        )}
        {failure && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Group gap="xs" justify="flex-end">
          {row && !isReadOnly && (
            <Button type="button" variant="default" size="xs" mr="auto" onClick={() => setDeleting(true)}>
              {t('address.delete')}
            </Button>
          )}
          <Button
            type="button"
            variant="default"
            size="xs"
            onClick={() => {
              reset()
              onDone()
              placeBox.current?.focus()
            }}
          >
            {t(row ? 'common.back' : 'address.reset')}
          </Button>
          <Button type="submit" size="xs" loading={isSaving} disabled={isReadOnly}>
            {t(row ? 'common.save' : 'address.create')}
          </Button>
        </Group>
      </form>
      <div className={classes.map}>
        <MapView
          label={t('address.map')}
          points={pins}
          places={pois}
          onMove={(_, point) => change(point)}
          onClick={(point) => void pointAt(point)}
          onView={storeCentre}
        />
      </div>
      {row && isDeleting && (
        <Suspense>
          <DeleteAddress row={row} onClose={() => setDeleting(false)} onDeleted={onDone} />
        </Suspense>
      )}
    </div>
  )
}
