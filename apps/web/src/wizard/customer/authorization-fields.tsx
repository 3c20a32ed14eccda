import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { useAuthorization } from './use-authorization.ts'

const AuthorizationMatch = ({ found }: { found: ReturnType<typeof useAuthorization> }) => {
  const { t } = useTranslation()
  const { authorization, problem, isSearching, isUnknown, failure } = found
  if (failure) return <span className={classes.error}>{t('wizard.lookupFailed', { message: failure })}</span>
  if (isSearching) return <span className={classes.soft}>{t('wizard.searching')}</span>
  if (isUnknown) return <span className={classes.error}>{t('problems.authorizationNotFound')}</span>
  if (!authorization) return null
  const { firstName, lastName, availableTimesLeft, commentsForOperator } = authorization
  return (
    <>
      <b>{`${firstName ?? ''} ${lastName ?? ''}`.trim()}</b>
      <span className={problem ? classes.error : classes.good}> · {t(problem ?? 'wizard.bookable')}</span>
      {!problem && availableTimesLeft != null && (
        <span className={classes.soft}> · {t('wizard.timesLeft', { count: availableTimesLeft })}</span>
      )}
      {commentsForOperator && <strong className={classes.comment}>{commentsForOperator}</strong>}
    </>
  )
}

/** An authorization by subscriber code and user number, with the reason if it may not book. */
export const AuthorizationFields = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const found = useAuthorization(draft)

  const field = (name: 'subscriberCode' | 'userNumber') => (
    <TextInput
      size="sm"
      data-field={name}
      className={classes.grow}
      label={t(`fields.${name}`)}
      autoComplete="off"
      maxLength={100}
      value={draft[name]}
      error={errorOf(name)}
      errorProps={{ role: 'alert' }}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <>
      <div className={classes.row}>
        {field('subscriberCode')}
        {field('userNumber')}
      </div>
      <output className={classes.told}>
        <AuthorizationMatch found={found} />
      </output>
    </>
  )
}
