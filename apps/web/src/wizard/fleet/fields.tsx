import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'

type TextName = 'passengerName' | 'phoneNumberPassenger' | 'emailPassenger' | 'bookingReference'

/** A text input for a field of the draft. */
export const DraftText = ({
  name,
  type = 'text',
  maxLength = 200,
}: {
  name: TextName
  type?: string
  maxLength?: number
}) => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  return (
    <TextInput
      size="sm"
      type={type}
      data-field={name}
      label={t(`fields.${name}`)}
      autoComplete="off"
      maxLength={maxLength}
      value={draft[name]}
      error={errorOf(name)}
      errorProps={{ role: 'alert' }}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
}

type NumberName = 'idFavouriteCab' | 'idCard' | 'priceCustomerTotal' | 'priceSupplierTotal'

const shownNumber = (value: number | null) => (value === null ? '' : String(value))

/** Reads a number typed with a decimal comma or point; null if it is not a number. */
const numberOf = (text: string, isWhole: boolean) => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) || (isWhole && !Number.isSafeInteger(number)) ? null : number
}

type NumberProps = { name: NumberName; isWhole?: boolean; error?: string | undefined; description?: ReactNode }

export const DraftNumber = ({ name, isWhole = false, error, description }: NumberProps) => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const [typed, setTyped] = useState(() => shownNumber(draft[name]))
  const value = draft[name]
  useEffect(() => {
    setTyped((text) => (numberOf(text, isWhole) === value ? text : shownNumber(value)))
  }, [value, isWhole])
  return (
    <TextInput
      size="sm"
      data-field={name}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      label={t(`fields.${name}`)}
      autoComplete="off"
      maxLength={15}
      value={typed}
      error={errorOf(name) ?? error}
      errorProps={{ role: 'alert' }}
      rightSection={description}
      rightSectionWidth="auto"
      onChange={({ target }) => {
        const text = target.value.replaceAll(isWhole ? /\D/g : /[^\d.,-]/g, '')
        setTyped(text)
        change({ [name]: numberOf(text, isWhole) })
      }}
    />
  )
}

export const Pair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
