import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import { startText } from '../route/when-field.tsx'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { useStepThree } from './step-three.ts'

/** The arrival and the price that the operator quotes to the caller. */
export const QuoteLine = () => {
  const { t, i18n } = useTranslation()
  const { variant, destination } = useWizard().draft
  const { etaMinutes, start, price, currency } = useStepThree().quote
  if (variant !== 'new-booking') return null
  const isOpenEnded = price === null && !destination?.addressField?.trim()
  const parts = [
    ...(start !== null ? [startText(start, i18n.language, null)] : []),
    ...(etaMinutes !== null ? [t('common.minutes', { n: Math.ceil(etaMinutes) })] : []),
    ...(price !== null ? [formatsFor(i18n.language).money(price, currency)] : []),
  ]
  return (
    <output className={classes.promise}>
      {t('wizard.quote')}: <b>{parts.length > 0 ? parts.join(' · ') : t('wizard.noQuote')}</b>
      {isOpenEnded && <span className={classes.soft}> · {t('wizard.noDestination')}</span>}
    </output>
  )
}
