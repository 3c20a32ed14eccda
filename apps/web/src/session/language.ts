import { constants, type Language } from '@parada/domain/constants'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { remembered } from './remembered.ts'

export type { Language }
export const languages = constants.languages

/** Any Spanish gives Spanish, all else the default (O1-28). */
export const languageOfBrowser = (browser: string | undefined): Language =>
  browser?.toLowerCase().startsWith('es') ? 'es' : constants.defaultLanguage

const language = remembered('language', languages, () => languageOfBrowser(navigator.language))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Without its messages no page can say anything, not even that they are missing: it asks until they come. */
const fetchMessages = async (wanted: Language, build: string): Promise<object> => {
  for (let wait = 500; ; wait = Math.min(wait * 2, 10_000)) {
    try {
      const response = await fetch(`/i18n/resources-locale_${wanted}.json?v=${build}`)
      if (response.ok) return await response.json()
    } catch (problem) {
      console.warn('Messages did not load', problem)
    }
    await pause(wait)
  }
}

let currentBuild = ''

/** Loads the messages of one language and nothing else; the page is rendered once they are there. */
export const startLanguage = async (build: string) => {
  currentBuild = build
  const lng = language.get()
  const messages = await fetchMessages(lng, build)
  i18next.on('languageChanged', (current) => {
    document.documentElement.lang = current
  })
  await i18next.use(initReactI18next).init({
    lng,
    resources: { [lng]: { translation: messages } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Makes a language known without switching to it, for searching in both. */
export const loadLanguage = async (wanted: Language) => {
  if (i18next.hasResourceBundle(wanted, 'translation')) return
  i18next.addResourceBundle(wanted, 'translation', await fetchMessages(wanted, currentBuild))
}

export const switchLanguage = async (wanted: Language) => {
  await loadLanguage(wanted)
  language.set(wanted)
  await i18next.changeLanguage(wanted)
}
