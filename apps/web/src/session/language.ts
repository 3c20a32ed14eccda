import { constants, type Language } from '@parada/domain/constants'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { remembered } from './remembered.ts'

export type { Language }
export const languages = constants.languages

/** Spanish for any variant of Spanish, otherwise the default (O1-28). */
const languageOfBrowser = (browser: string | undefined): Language =>
  browser?.toLowerCase().startsWith('es') ? 'es' : constants.defaultLanguage

const language = remembered('language', languages, () => languageOfBrowser(navigator.language))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries until the messages arrive: without them a page cannot even show an error. */
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

/** Loads only the messages of the current language; the page renders once they have arrived. */
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

/** Loads a language without switching to it, so that the palette can search both. */
export const loadLanguage = async (wanted: Language) => {
  if (i18next.hasResourceBundle(wanted, 'translation')) return
  i18next.addResourceBundle(wanted, 'translation', await fetchMessages(wanted, currentBuild))
}

export const switchLanguage = async (wanted: Language) => {
  await loadLanguage(wanted)
  language.set(wanted)
  await i18next.changeLanguage(wanted)
}
