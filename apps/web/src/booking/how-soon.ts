const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
]

/** 'in 12 min', '3 hr ago': in the largest unit that still says something, hours only from two of them. */
export const howSoon = (moment: number, now: number, language: string) => {
  const away = moment - now
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const [unit, length] = units.find(([, one]) => Math.abs(away) >= 2 * one) ?? ['minute', minute]
  return format.format(Math.round(away / length) || 0, unit)
}
