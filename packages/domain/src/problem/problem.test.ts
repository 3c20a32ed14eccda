import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { constants } from '../constants.ts'
import { problemKeys } from './keys.ts'

const problemsIn = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../apps/web/public/i18n/resources-locale_${language}.json`, import.meta.url),
      'utf8',
    ),
  ).problems

it.each(constants.languages)('every problem has a text in %s', (language) => {
  const texts = problemsIn(language)
  expect(problemKeys.filter((key) => !texts[key.replace('problems.', '')])).toEqual([])
})

it.each([
  ['originNotComplete', 'Booking origin not complete'],
  ['destinationNotComplete', 'Booking destination not complete'],
  ['missingProperty', 'Missing property: {{name}}'],
  ['dateTooEarly', 'Error date too early'],
  ['searchByDate', 'Search by date'],
  ['wrongDates', 'Wrong dates'],
])('%s is worded as in the documents', (key, text) => expect(problemsIn('en')[key]).toBe(text))
