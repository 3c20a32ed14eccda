import { allLabelKeys } from '@parada/domain/codes'
import { problemKeys } from '@parada/domain/problem/keys'
import { problemTexts } from '@parada/domain/problem/texts'
import { describe, expect, it } from 'vitest'
import { messagesOf } from '../testing/messages.ts'

type Sources = Record<string, string>

const texts = (node: unknown, path = ''): [string, string][] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) => texts(value, path ? `${path}.${key}` : key))
    : [[path, String(node)]]

const [en, es] = [new Map(texts(messagesOf('en'))), new Map(texts(messagesOf('es')))]
const keys = [...en.keys()]
const placeholders = (text: string | undefined) => [...(text ?? '').matchAll(/{{\w+}}/g)].map(([name]) => name).sort()

const withoutTests = (sources: Sources) =>
  Object.entries(sources)
    .filter(([path]) => !/\.test\.tsx?$|\/testing/.test(path))
    .map(([, text]) => text)
    .join('\n')

const web = withoutTests(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
const elsewhere = withoutTests(
  import.meta.glob<string>(['../../../../packages/*/src/**/*.ts', '../../../server/src/**/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** All quoted texts that look like message keys, and all templates that build keys. */
const groups = Object.keys(messagesOf('en')).join('|')
const literals = [...`${web}\n${elsewhere}`.matchAll(new RegExp(`(['"])((?:${groups})(?:\\.[\\w-]+)+)\\1`, 'g'))].map(
  ([, , key]) => key as string,
)
const templates = [...web.matchAll(new RegExp(`\`((?:${groups})\\.(?:[\\w.-]|\\$\\{[^{}\`]*\\})+)\``, 'g'))].map(
  ([, template]) => template as string,
)
const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^{}]*\}/g, '([\\w-]+)')}$`)

/** Columns are labelled by their field unless they set a label. */
const columns = [...web.matchAll(/\bcolumn\.\w+\(\s*'(\w+)'([^)]*)/g)]
  .filter(([, , options]) => !options?.includes('label:'))
  .map(([, field]) => `fields.${field}`)

const singular = (key: string) => key.replace(/_(one|other)$/, '')
const isKnown = (key: string) => en.has(key) || en.has(`${key}_other`)

const sameInBoth = [
  ...[
    'Mastercard',
    'Visa',
    'American Express',
    'Diners Club',
    'Parkimeter',
    'ElParking',
    'Qoob',
    'Parkimeter V2',
    'Muving',
  ],
  ...['Spartan', 'TaxiTronic', 'FLOGES', 'AURIGA', 'KARHOO', 'CITYCAB', 'AUTOCAB', 'DEMESIX', 'CABIFY'],
  ...['Sonido Activado', 'Sonido Desactivado', 'English', 'Español'],
  ...['Excel', 'CSV', 'PDF'],
  ...['No', 'Error', 'Id', 'Alias', 'App', 'Taxi', 'SMS', 'Final', 'Total', 'min', 'h min', 'km', 'km min'],
]

describe('the messages', () => {
  it('have the same keys in both languages', () => expect([...es.keys()].sort()).toEqual(keys.toSorted()))

  it('have a text for every key', () => expect([...en, ...es].filter(([, text]) => text.trim() === '')).toEqual([]))

  it('use the same placeholders in both languages', () => {
    const named = (texts: typeof en) => keys.map((key) => `${key}: ${placeholders(texts.get(key))}`)
    expect(named(es)).toEqual(named(en))
  })

  it('are translated', () => {
    const letters = (text: string) =>
      text
        .replaceAll(/\{\{\w+\}\}|[^\p{L}\d ]/gu, '')
        .replaceAll(/ +/g, ' ')
        .trim()
    const untranslated = keys.filter((key) => {
      const text = en.get(key) as string
      return es.get(key) === text && letters(text) !== '' && !sameInBoth.includes(letters(text))
    })
    expect(untranslated).toEqual([])
  })

  it('include every key that the source uses', () =>
    expect([...new Set([...literals, ...columns])].filter((key) => !isKnown(key))).toEqual([]))

  it('include a key for every template in the source', () => {
    const bases = keys.map(singular)
    expect(templates.filter((template) => !bases.some((key) => patternOf(template).test(key)))).toEqual([])
  })

  it('include no unused key', () => {
    const named = new Set<string>([...literals, ...columns, ...allLabelKeys(), ...problemKeys])
    const words = new Set(`${web}\n${elsewhere}`.match(/-?\w+/g))
    const patterns = [...new Set(templates)].map(patternOf)
    const isMade = (key: string) =>
      patterns.some((pattern) =>
        pattern
          .exec(key)
          ?.slice(1)
          .every((part) => words.has(part)),
      )
    expect(keys.map(singular).filter((key) => !named.has(key) && !isMade(key))).toEqual([])
  })

  it('match the server’s texts for validation problems', () =>
    expect(problemKeys.map((key) => [key, en.get(key)])).toEqual(problemKeys.map((key) => [key, problemTexts[key]])))

  it.each([
    ['signIn.invalid', 'Invalid login'],
    ['version.title', 'New version available'],
    ['version.text', 'This page will refresh automatically in {{seconds}} s (Click for manual refresh)'],
    ['forgot.sent', 'Password sent successfully'],
    ['sound.on', 'Sonido Activado'],
    ['sound.off', 'Sonido Desactivado'],
    ['live.newPermissions', 'New permissions granted'],
    ['live.signInAgain', 'Please logout and login again to refresh your current permissions'],
    ['live.cancelledToValidate', 'Services cancelled to validate'],
    ['live.incomingCall', 'Incoming call from:'],
    ['list.reportWillBeReceived', 'Report will be received'],
    ['list.noData', 'No data'],
    ['list.loadingTitle', 'Doing something'],
    ['list.loadingMessage', 'Please be patient'],
    ['places.failed', 'Google places API'],
    ['caller.created', 'Customer created'],
    ['caller.updated', 'Customer udpated'],
    ['address.created', 'Address created'],
    ['address.updated', 'Address updated'],
    ['address.deleted', 'Address delete'],
    ['wizard.priceFailed', 'Error get price engine'],
    ['wizard.registered', 'Booking registered'],
    ['booking.failed', 'Error retrieving service detail'],
    ['booking.toast.acted', 'Booking {{action}}'],
    ['booking.toast.updated', 'Booking updated'],
    ['booking.toast.created', 'Booking created'],
    ['booking.toast.cancelled', 'Service canceled'],
    ['booking.toast.fleetAdded', 'Fleet added'],
    ['booking.toast.sendingReceipt', 'Sending receipt'],
    ['booking.toast.receiptSent', 'Receipt sent'],
    ['booking.toast.messageSent', 'Message sent'],
    ['booking.toast.smsSent', 'SMS sent ok'],
    ['booking.toast.smsNotSent', 'SMS not sent'],
    ['booking.toast.breaksUpdated', 'Booking Break updated'],
    ['booking.toast.ratingUpdated', 'Rating updated'],
    ['booking.toast.emailSent', 'Email successfully sent to {{email}}'],
    ['booking.toast.emailNotSent', 'Error sending the email to {{email}}'],
    ['booking.map.noTracking', 'No tracking available for this service'],
    ['dashboard.notLocked', 'Not locked status'],
    ['problems.originNotComplete', 'Booking origin not complete'],
    ['problems.destinationNotComplete', 'Booking destination not complete'],
    ['problems.missingProperty', 'Missing property: {{name}}'],
    ['problems.dateTooEarly', 'Error date too early'],
    ['problems.searchByDate', 'Search by date'],
    ['problems.wrongDates', 'Wrong dates'],
    ['problems.receiptNotValidated', 'Error service not validated send receipt'],
    ['problems.correctTheForm', 'Please correct the errors in the form before submitting'],
  ])('keep the wording of the documents under %s', (path, text) => expect(en.get(path)).toBe(text))
})
