import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './-bare-page.module.css'
import { BarePage } from './-bare-page.tsx'

/** Shown when a screen crashes: a way back, but no internal details. */
export const FailedPage = ({ reset }: Partial<ErrorComponentProps>) => {
  const { t } = useTranslation()
  const router = useRouter()
  const tryAgain = async () => {
    await router.invalidate()
    reset?.()
  }
  return (
    <BarePage title={t('failed.title')}>
      <p className={classes.text}>{t('failed.text')}</p>
      <button type="button" className={classes.action} onClick={reset ? tryAgain : () => router.history.back()}>
        {t('common.tryAgain')}
      </button>
    </BarePage>
  )
}
