import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './-bare-page.module.css'

type FieldProps = ComponentProps<'input'> & { name: string; label: string; problem: string | undefined }

/** Native and uncontrolled, so that password managers can fill it in. */
export const Field = ({ name, label, problem, ...input }: FieldProps) => {
  const { t } = useTranslation()
  return (
    <div className={classes.field}>
      <label htmlFor={`field-${name}`} className={classes.label}>
        {label}
      </label>
      <input
        {...input}
        id={`field-${name}`}
        name={name}
        className={classes.input}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${name}-problem`}
      />
      {problem && (
        <span id={`${name}-problem`} className={classes.problem}>
          {t(problem)}
        </span>
      )}
    </div>
  )
}
