import { useTranslation } from 'react-i18next'
import { type Language, languages, switchLanguage } from './language.ts'
import classes from './language-switch.module.css'

const flags: Record<Language, React.ReactNode> = {
  en: (
    <>
      <path fill="#012169" d="M0 0h30v20H0z" />
      <path stroke="#fff" strokeWidth="4" d="m0 0 30 20M30 0 0 20" />
      <path stroke="#c8102e" strokeWidth="1.6" d="m0 0 30 20M30 0 0 20" />
      <path stroke="#fff" strokeWidth="6.6" d="M15 0v20M0 10h30" />
      <path stroke="#c8102e" strokeWidth="4" d="M15 0v20M0 10h30" />
    </>
  ),
  es: (
    <>
      <path fill="#aa151b" d="M0 0h30v20H0z" />
      <path fill="#f1bf00" d="M0 5h30v10H0z" />
    </>
  ),
}

export const LanguageSwitch = () => {
  const { t, i18n } = useTranslation()
  return (
    <fieldset className={classes.flags} aria-label={t('shell.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          className={classes.flag}
          lang={language}
          aria-pressed={i18n.language === language}
          aria-label={t(`languages.${language}`)}
          title={t(`languages.${language}`)}
          onClick={() => switchLanguage(language)}
        >
          <svg viewBox="0 0 30 20" aria-hidden="true">
            {flags[language]}
          </svg>
        </button>
      ))}
    </fieldset>
  )
}
