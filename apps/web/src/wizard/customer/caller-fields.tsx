import { Loader, TextInput, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { useCaller } from './use-caller.ts'
import { usePastRides } from './use-past.ts'

const CallerMatch = ({ found }: { found: ReturnType<typeof useCaller> }) => {
  const { t } = useTranslation()
  const { draft } = useWizard()
  const { count } = usePastRides(draft)
  const { caller, isUnknown, isSearching, failure } = found
  if (failure) return <span className={classes.error}>{t('wizard.lookupFailed', { message: failure })}</span>
  if (isSearching) return <span className={classes.soft}>{t('wizard.searching')}</span>
  if (isUnknown) return <span className={classes.soft}>{t('wizard.unknownCaller')}</span>
  if (!caller) return null
  return (
    <>
      <b>{caller.name || t('wizard.unnamed')}</b>
      {count > 0 && <span className={classes.soft}> · {t('wizard.rides', { count })}</span>}
      {caller.notesClient && <span className={classes.block}>{caller.notesClient}</span>}
    </>
  )
}

/** A caller by phone number; an unknown caller is asked for nothing more. */
export const CallerFields = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const found = useCaller(draft)

  return (
    <>
      <TextInput
        size="sm"
        data-field="phoneNumber"
        type="tel"
        label={t('fields.phoneNumber')}
        placeholder={t('wizard.phoneHint')}
        autoComplete="off"
        maxLength={60}
        value={draft.phoneNumber}
        error={errorOf('phoneNumber')}
        errorProps={{ role: 'alert' }}
        rightSection={found.isSearching ? <Loader size={14} /> : undefined}
        onChange={({ target }) =>
          change({
            phoneNumber: target.value,
            phoneNumberPassenger: target.value,
            customer: null,
            passengerName: '',
            emailPassenger: '',
          })
        }
      />
      <output className={classes.told}>
        <CallerMatch found={found} />
      </output>
      {found.authorizations.length > 0 && (
        <div className={classes.offers}>
          <span className={classes.soft}>{t('wizard.authorizations')}</span>
          {found.authorizations.slice(0, 3).map(({ id, subscriberCode, userNumber, firstName, lastName }) => (
            <UnstyledButton
              key={id}
              className={classes.offer}
              onClick={() => change({ kind: 'authorization', subscriberCode, userNumber, customer: null })}
            >
              {t('wizard.bookWith', { code: subscriberCode, number: userNumber })}
              <span className={classes.soft}>
                {firstName} {lastName}
              </span>
            </UnstyledButton>
          ))}
        </div>
      )}
    </>
  )
}
