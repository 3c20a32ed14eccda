import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './-bare-page.module.css'
import { BarePage } from './-bare-page.tsx'

const SignUp = () => {
  const { t } = useTranslation()
  return (
    <BarePage title={t('signUp.title')}>
      <p className={classes.text}>{t('signUp.text')}</p>
      <Link to="/pages/signin" className={classes.action}>
        {t('shell.toSignIn')}
      </Link>
    </BarePage>
  )
}

export const Route = createFileRoute('/pages/signup')({
  staticData: { access: 'public', title: 'signUp.title' },
  component: SignUp,
})
