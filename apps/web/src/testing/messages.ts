const files = import.meta.glob<Record<string, unknown>>('../../public/i18n/*.json', { eager: true, import: 'default' })

/** The served file of a language. */
export const messagesOf = (language: string) =>
  files[`../../public/i18n/resources-locale_${language}.json`] as Record<string, unknown>
