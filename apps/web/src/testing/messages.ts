import i18next from 'i18next'

const files = import.meta.glob<Record<string, unknown>>('../../public/i18n/*.json', { eager: true, import: 'default' })

/** The served message file of a language. */
export const messagesOf = (language: string) =>
  files[`../../public/i18n/resources-locale_${language}.json`] as Record<string, unknown>

/** The translation function of a language, as screens use it. */
export const textsIn = (language: string) =>
  i18next.createInstance().init({ lng: language, resources: { [language]: { translation: messagesOf(language) } } })
