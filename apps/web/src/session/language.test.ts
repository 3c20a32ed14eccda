import { afterAll, describe, expect, it, vi } from 'vitest'
import { answering } from '../testing/open-app.tsx'

/** Loads the language module as a new page would. */
const start = async (browser: string, remembered?: string) => {
  vi.resetModules()
  localStorage.clear()
  if (remembered) localStorage.setItem('parada.language', remembered)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
  const fetch = answering({})
  vi.stubGlobal('fetch', fetch)
  const language = await import('./language.ts')
  await language.startLanguage('b1')
  return { ...language, asked: () => fetch.mock.calls.map(([url]) => String(url)) }
}

// Test files of one worker share its modules, and none should start with the language of the last test here.
afterAll(() => void vi.resetModules())

describe('the language', () => {
  it.each([
    ['es-ES', undefined, 'es'],
    ['es-419', undefined, 'es'],
    ['en-GB', undefined, 'en'],
    ['fr-FR', undefined, 'en'],
    ['en-GB', 'es', 'es'],
    ['es-ES', 'en', 'en'],
    ['es-ES', 'xx', 'es'],
  ])('of a browser in %s with %s remembered is %s (P-084, B-236)', async (browser, remembered, language) => {
    await start(browser, remembered)
    expect(document.documentElement.lang).toBe(language)
  })

  it('is loaded from one static file, and the other language only on demand (P-086)', async () => {
    const { switchLanguage, asked } = await start('en-GB')
    expect(asked()).toEqual(['/i18n/resources-locale_en.json?v=b1'])
    await switchLanguage('es')
    await switchLanguage('en')
    expect(asked()).toEqual(['/i18n/resources-locale_en.json?v=b1', '/i18n/resources-locale_es.json?v=b1'])
  })

  it('is remembered once chosen', async () => {
    const { switchLanguage } = await start('en-GB')
    await switchLanguage('es')
    expect(localStorage.getItem('parada.language')).toBe('es')
  })
})
