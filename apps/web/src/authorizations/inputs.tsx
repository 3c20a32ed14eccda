import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { authorizationForms } from '@parada/contract/calls/authorization-forms'
import { authorizationLocales } from '@parada/domain/authorization/locales'
import { travelGroupField } from '@parada/domain/authorization/travel-group'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../kit/form/notice.tsx'
import type { useForm } from '../kit/form/use-form.ts'
import { useMay } from '../session/use-may.ts'
import { type AccountForm, useZone } from './authorization-record.ts'
import classes from './authorizations.module.css'
import { type FieldName, fieldGroups, type Values, withDay } from './values.ts'
import { useFieldLabel } from './words.ts'

type Form = Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'errorOf' | 'text' | 'change'>

type InputProps = {
  form: Form
  account: AccountForm
  isReadOnly?: boolean
  /** Handles typing in one input when others may follow its value. */
  onType?: (name: FieldName, text: string) => void
  /** Called when an input loses the focus. */
  onLeave?: () => void
}

const longest: Partial<Record<FieldName, number>> = {
  subscriberCode: 100,
  userNumber: 100,
  mobileNumber: 60,
  phoneNumber: 60,
}
const required: readonly FieldName[] = ['subscriberCode', 'userNumber']

const Field = ({ name, form, account, isReadOnly, onType, onLeave }: InputProps & { name: FieldName }) => {
  const { t } = useTranslation()
  const label = useFieldLabel(account.config)
  const input = form.text(name)
  const { listValues } = account.config.get(name) ?? {}
  const choices = name === 'locale' ? authorizationLocales : listValues
  const props = {
    size: 'sm' as const,
    'data-name': name,
    label: label(name),
    value: input.value,
    error: input.error,
    errorProps: { role: 'alert' },
    disabled: isReadOnly,
    required: required.includes(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onType ? onType(name, event.currentTarget.value) : input.onChange(event),
    onBlur: () => {
      input.onBlur()
      onLeave?.()
    },
  }
  if (!choices) return <TextInput {...props} autoComplete="off" maxLength={longest[name] ?? 200} />
  // A value that is not on the list is still shown; validation rejects it.
  const isListed = choices.some((choice) => choice === input.value)
  return (
    <NativeSelect {...props}>
      {!isListed && <option value={input.value}>{input.value || t('common.choose')}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {name === 'locale' ? t(`authorization.locales.${choice}`) : choice}
        </option>
      ))}
    </NativeSelect>
  )
}

const Fields = ({ names, ...props }: InputProps & { names: readonly FieldName[] }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
    {names.map((name) => (
      <Field key={name} name={name} {...props} />
    ))}
  </SimpleGrid>
)

const Days = ({ form, isReadOnly }: InputProps) => {
  const { t } = useTranslation()
  const zone = useZone()
  const [isCleared, setCleared] = useState(false)
  const day = (name: 'validFromDate' | 'expirationDate') => (
    <TextInput
      type="date"
      size="sm"
      label={t(`fields.${name}`)}
      description={name === 'expirationDate' ? t('authorization.untilEndOfDay') : t('authorization.fromStartOfDay')}
      value={form.values[name]}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => {
        const { isCleared: isTurned, part } = withDay(form.values, name, currentTarget.value, zone)
        setCleared(isTurned)
        form.change(part)
      }}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {day('validFromDate')}
        {day('expirationDate')}
      </SimpleGrid>
      {isCleared && <Notice>{t('authorization.daysCleared')}</Notice>}
    </>
  )
}

/** Shown only if the account has several groups to choose from. */
const TravelGroup = ({ form, account, isReadOnly }: InputProps) => {
  const { t } = useTranslation()
  const groups = account.travelGroupList
  if (!travelGroupField(groups).isVisible) return null
  return (
    <NativeSelect
      size="sm"
      label={t('fields.idTravelGroup')}
      required
      disabled={isReadOnly}
      errorProps={{ role: 'alert' }}
      {...form.text('idTravelGroup')}
    >
      {!groups.some(({ id }) => String(id) === form.values.idTravelGroup) && (
        <option value={form.values.idTravelGroup}>{form.values.idTravelGroup || t('common.choose')}</option>
      )}
      {groups.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <fieldset className={classes.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Names the fields with rules that cannot be checked, but only to users who may change the account's form. */
const UncheckedFields = ({ account }: Pick<InputProps, 'account'>) => {
  const { t } = useTranslation()
  const label = useFieldLabel(account.config)
  const mayChangeForm = useMay(authorizationForms.save)
  if (!mayChangeForm || account.unchecked.length === 0) return null
  return <Notice>{t('authorization.unchecked', { fields: account.unchecked.map(label).join(', ') })}</Notice>
}

/** All inputs of an authorization, labelled by its payment account's form. */
export const AuthorizationInputs = (props: InputProps) => {
  const { t } = useTranslation()
  const { form, isReadOnly } = props
  return (
    <>
      <UncheckedFields {...props} />
      <Group title={t('authorization.groups.person')}>
        <Fields names={fieldGroups.person} {...props} />
      </Group>
      <Group title={t('authorization.groups.contact')}>
        <Fields names={fieldGroups.contact} {...props} />
      </Group>
      <Group title={t('authorization.groups.validity')}>
        <Days {...props} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="xs">
          <TextInput
            size="sm"
            inputMode="numeric"
            autoComplete="off"
            label={t('fields.availableTimesLeft')}
            placeholder={t('authorization.unlimited')}
            disabled={isReadOnly}
            errorProps={{ role: 'alert' }}
            {...form.text('availableTimesLeft')}
          />
          <TravelGroup {...props} />
        </SimpleGrid>
      </Group>
      <Group title={t('authorization.groups.breaks')}>
        <Fields names={fieldGroups.breaks} {...props} />
      </Group>
      <Group title={t('authorization.groups.comments')}>
        {fieldGroups.comments.map((name) => (
          <Textarea
            key={name}
            size="sm"
            rows={2}
            maxLength={1_000}
            label={t(`fields.${name}`)}
            disabled={isReadOnly}
            {...form.text(name)}
          />
        ))}
      </Group>
      <Group title={t('authorization.groups.other')}>
        <Fields names={fieldGroups.other} {...props} />
      </Group>
    </>
  )
}
