import { describe, expect, it } from 'vitest'
import { messagesOf } from '../testing/messages.ts'

const texts = (node: unknown, path = ''): [string, unknown][] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) => texts(value, path ? `${path}.${key}` : key))
    : [[path, node]]

const [en, es] = [texts(messagesOf('en')), texts(messagesOf('es'))]
const placeholders = (text: unknown) => [...String(text).matchAll(/{{\w+}}/g)].map(([name]) => name).sort()

describe('the messages', () => {
  it('have the same keys in both languages', () =>
    expect(es.map(([path]) => path).sort()).toEqual(en.map(([path]) => path).sort()))

  it('say something under every key', () =>
    expect([...en, ...es].filter(([, text]) => typeof text !== 'string' || !text.trim())).toEqual([]))

  it('name the same values in both languages', () => {
    const spanish = new Map(es)
    const named = (path: string, text: unknown) => `${path}: ${placeholders(text)}`
    expect(en.map(([path]) => named(path, spanish.get(path)))).toEqual(en.map(([path, text]) => named(path, text)))
  })

  it.each([
    ['signIn.invalid', 'Invalid login'],
    ['version.title', 'New version available'],
    ['version.text', 'This page will refresh automatically in {{seconds}} s (Click for manual refresh)'],
    ['forgot.sent', 'Password sent successfully'],
    ['sound.on', 'Sonido Activado'],
    ['sound.off', 'Sonido Desactivado'],
  ])('keep the words of the documents under %s', (path, text) => expect(new Map(en).get(path)).toBe(text))
})
