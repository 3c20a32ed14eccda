import { tellHour } from '@parada/domain/booking/texts'
import { currencySymbol } from '@parada/domain/list/list'

/** Formats dates, numbers and money in one language. */
export type Formats = {
  language: string
  number: (value: number) => string
  count: (value: number) => string
  money: (value: number, currency?: string | null) => string
  /** Without cents: one amount, or a range up to `to`. */
  wholeMoney: (value: number, currency?: string | null, to?: number) => string
  percent: (value: number) => string
  date: (epoch: number) => string
  /** Date and time on the reader's clock. A time that occurs twice also says which of the two it is. */
  time: (epoch: number) => string
  /** The same with a short mark for a repeated hour, to fit a list cell. */
  shortTime: (epoch: number) => string
}

/** English readers in a Spanish call centre expect the day before the month. */
const locales: Record<string, string> = { en: 'en-GB', es: 'es-ES' }

export const localeOf = (language: string) => locales[language] ?? language

/** Languages with the symbol first: €12.50 in English, 12,50 € in Spanish. */
const symbolsFirst = ['en']

/** A formatter takes milliseconds to build, and few screens use all of them. */
const onFirstUse = <Formatter>(build: () => Formatter) => {
  let built: Formatter | undefined
  return () => (built ??= build())
}

export const createFormats = (language: string): Formats => {
  const locale = localeOf(language)
  const numbers = (options: Intl.NumberFormatOptions) => onFirstUse(() => new Intl.NumberFormat(locale, options))
  const dates = (options: Intl.DateTimeFormatOptions) => onFirstUse(() => new Intl.DateTimeFormat(locale, options))
  const plain = numbers({ useGrouping: false, maximumFractionDigits: 2 })
  const counted = numbers({ useGrouping: 'always' })
  const priced = numbers({ useGrouping: 'always', minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const percents = numbers({ style: 'percent', maximumFractionDigits: 2 })
  const withSymbol = (isNegative: boolean, amount: string, currency: string | null | undefined) => {
    const symbol = currencySymbol(currency)
    return `${isNegative ? '-' : ''}${symbolsFirst.includes(language) ? symbol + amount : `${amount} ${symbol}`}`
  }
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const dated = dates(day)
  const timed = dates({ ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const zone = onFirstUse(() => timed().resolvedOptions().timeZone)
  const timeOf = (epoch: number, length: 'full' | 'short') =>
    tellHour(timed().format(epoch).replace(', ', ' '), epoch, { timeZone: zone(), language, length })
  return {
    language,
    number: (value) => plain().format(value),
    count: (value) => counted().format(value),
    money: (value, currency) => withSymbol(value < 0, priced().format(Math.abs(value)), currency),
    wholeMoney: (value, currency, to = value) => {
      const [low, high] = [counted().format(value), counted().format(to)]
      return withSymbol(false, low === high ? low : `${low}–${high}`, currency)
    },
    percent: (value) => percents().format(value),
    date: (epoch) => dated().format(epoch),
    time: (epoch) => timeOf(epoch, 'full'),
    shortTime: (epoch) => timeOf(epoch, 'short'),
  }
}

/** Cached, because building an Intl formatter costs more than formatting a page of rows with it. */
const known = new Map<string, Formats>()

export const formatsFor = (language: string): Formats => {
  const formats = known.get(language) ?? createFormats(language)
  known.set(language, formats)
  return formats
}
