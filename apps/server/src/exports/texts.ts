import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '@parada/db/problems'
import { membersOf } from '@parada/domain/objects'
import type { Locale } from '../words/words.ts'

type Values = Readonly<Record<string, string | number>>

/** The text of a key in one language, or the key itself if there is none. */
export type Say = (key: string, values?: Values) => string

const source = join(import.meta.dirname, '../../../web/public/i18n')

let folder = source
const known = new Map<Locale, Say>()

const fileOf = (language: Locale) => join(folder, `resources-locale_${language}.json`)

/** Files use the texts of the web application: from its sources, or else from its build. */
export const findTexts = (webFolder: string) => {
  folder = [source, join(webFolder, 'i18n')].find(existsSync) ?? ''
  if (!folder)
    throw new StartProblem(`The texts of the web application are missing: build it, or set WEB_FOLDER (${webFolder})`)
}

const load = (language: Locale): Say => {
  const texts: unknown = JSON.parse(readFileSync(fileOf(language), 'utf8'))
  return (key, values = {}) => {
    const found = key.split('.').reduce((node, name) => membersOf(node)[name], texts)
    if (typeof found !== 'string') return key
    return found.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

export const textsIn = (language: Locale) => {
  const say = known.get(language) ?? load(language)
  known.set(language, say)
  return say
}
