import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { lesseesAllowed, lesseesNamed } from '@parada/domain/access/lessees'
import { vehiclePlaces, type WrittenVehicle } from '@parada/domain/route-sheet/vehicle'
import { provinces } from '@parada/domain/spain/provinces'
import { squeezedTaxId } from '@parada/domain/spain/tax-id'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useForm } from '../kit/form/use-form.ts'
import { useSessionState } from '../session/use-session.ts'
import { useCertificates, useTowns } from './vehicle-record.ts'
import classes from './vehicles.module.css'

type Form = Pick<ReturnType<typeof useForm<WrittenVehicle, unknown>>, 'values' | 'text' | 'change'>
type Props = { form: Form }
type TextName = Exclude<keyof WrittenVehicle, 'routeSheet_export'>

const permission = 'adminFleetVehicleByNifArrendatario'
const lesseeId = 'routeSheet_nifarrendatarioDefault'
const lesseeName = 'routeSheet_nombarrendatarioDefault'
const wrapperOrder = ['label', 'input', 'description', 'error'] as const

const useInput = (form: Form) => {
  const { t } = useTranslation()
  return (name: TextName) => ({
    size: 'sm' as const,
    label: t(`fields.${name}`),
    autoComplete: 'off',
    maxLength: 200,
    errorProps: { role: 'alert' },
    inputWrapperOrder: [...wrapperOrder],
    ...form.text(name),
  })
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
      {children}
    </SimpleGrid>
  </fieldset>
)

const Certificate = ({ form }: Props) => {
  const { t } = useTranslation()
  const names = useCertificates()
  const { maxLength: _, autoComplete: __, ...input } = useInput(form)('routeSheet_certificado')
  return (
    <NativeSelect {...input}>
      <option value="">{t('fleetVehicle.noCertificate')}</option>
      {/* The current certificate is listed even if the server no longer has it. */}
      {[...new Set([...names, ...(input.value === '' ? [] : [input.value])])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The lessees named by the permission; users who may manage every lessee type one. */
const Lessee = ({ form }: Props) => {
  const { t } = useTranslation()
  const input = useInput(form)
  const grants = useSessionState((state) => state.grants)
  const choices = grants ? lesseesNamed(grants).map((each) => ({ ...each, taxId: squeezedTaxId(each.taxId) })) : []
  if (grants && lesseesAllowed(grants, permission) === 'all')
    return (
      <>
        <TextInput {...input(lesseeId)} required />
        <TextInput {...input(lesseeName)} />
      </>
    )
  const { maxLength: _, autoComplete: __, ...select } = input(lesseeId)
  const known = choices.find(({ taxId }) => taxId === select.value)
  const choose = (taxId: string) =>
    form.change({ [lesseeId]: taxId, [lesseeName]: choices.find((each) => each.taxId === taxId)?.name ?? '' })
  return (
    <NativeSelect
      {...select}
      label={t(`fields.${lesseeName}`)}
      required
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {!known && <option value={select.value}>{select.value || t('common.choose')}</option>}
      {choices.map(({ taxId, name }) => (
        <option key={taxId} value={taxId}>{`${name} · ${taxId}`}</option>
      ))}
    </NativeSelect>
  )
}

type PlaceProps = Props & { title: string; place: (typeof vehiclePlaces)[number] }

/** A province and one of its municipalities. */
const Place = ({ form, title, place: { province, municipality } }: PlaceProps) => {
  const { t } = useTranslation()
  const input = useInput(form)
  const { towns, error } = useTowns(form.values[province])
  const { maxLength: _, autoComplete: __, ...first } = input(province)
  const { maxLength: ___, autoComplete: ____, ...second } = input(municipality)
  const isListed = towns?.some(({ cgmuni }) => cgmuni === second.value)
  return (
    <Group title={title}>
      <NativeSelect
        {...first}
        label={t('fleetVehicle.province')}
        onChange={({ currentTarget }) => form.change({ [province]: currentTarget.value, [municipality]: '' })}
      >
        <option value="">{t('common.choose')}</option>
        {provinces.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        {...second}
        label={t('fleetVehicle.municipality')}
        disabled={first.value === ''}
        error={second.error ?? (error && t('fleetVehicle.townsFailed', { message: error.message }))}
      >
        <option value="">{t(first.value === '' ? 'fleetVehicle.chooseProvince' : 'common.choose')}</option>
        {second.value !== '' && !isListed && <option value={second.value}>{second.value}</option>}
        {towns?.map(({ cgmuni, nombmuni }) => (
          <option key={cgmuni} value={cgmuni}>
            {nombmuni}
          </option>
        ))}
      </NativeSelect>
    </Group>
  )
}

/** All editable fields of a vehicle. */
export const VehicleInputs = ({ form, isNew = false }: Props & { isNew?: boolean }) => {
  const { t } = useTranslation()
  const input = useInput(form)
  const [contract, distant] = vehiclePlaces
  return (
    <>
      <Group title={t('fleetVehicle.vehicle')}>
        <TextInput {...input('numberPlateToSync')} required placeholder="1234 BCD" autoFocus={isNew} />
        <TextInput {...input('numberPlateToMatch')} description={t('fleetVehicle.sameAsPlate')} />
        <Switch
          className={classes.whole}
          label={t('fields.routeSheet_export')}
          description={t('fleetVehicle.exportHint')}
          checked={form.values.routeSheet_export}
          onChange={({ currentTarget }) => form.change({ routeSheet_export: currentTarget.checked })}
        />
        <TextInput {...input('routeSheet_notificationsEmail')} inputMode="email" />
        <Certificate form={form} />
      </Group>
      <Group title={t('fleetVehicle.parties')}>
        <TextInput {...input('routeSheet_niftitular')} />
        <TextInput {...input('routeSheet_nifarrendadorDefault')} />
        <Lessee form={form} />
      </Group>
      <Place form={form} title={t('fleetVehicle.contractPlace')} place={contract} />
      <Place form={form} title={t('fleetVehicle.distantPlace')} place={distant} />
    </>
  )
}
