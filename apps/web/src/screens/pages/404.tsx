import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './-bare-page.module.css'
import { BarePage } from './-bare-page.tsx'

const NotFound = () => {
  const { t } = useTranslation()
  return (
    <BarePage title={t('notFound.title')}>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Link to="/pages/signin" className={classes.action}>
        {t('shell.toSignIn')}
      </Link>
    </BarePage>
  )
}

export const Route = createFileRoute('/pages/404')({
  staticData: { access: 'public', title: 'notFound.title' },
  component: NotFound,
})
