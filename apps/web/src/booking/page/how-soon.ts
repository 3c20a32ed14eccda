import { hours, minutes } from '@parada/domain/booking/duration'
import type { TFunction } from 'i18next'

const day = hours(24)

const lengthOf = (away: number, t: TFunction) => {
  if (away >= 2 * day) return t('time.days', { count: Math.round(away / day) })
  const whole = Math.round(away / minutes(1))
  const [h, m] = [Math.floor(whole / 60), whole % 60]
  return h > 0 ? t('time.hours', { h, m }) : t('common.minutes', { n: m })
}

/** 'in 12 min', '1 h 57 min ago'; in whole days from two days on. */
export const howSoon = (moment: number, now: number, t: TFunction) => {
  const away = moment - now
  if (Math.abs(away) < minutes(1) / 2) return t('time.now')
  return t(away > 0 ? 'time.in' : 'time.ago', { time: lengthOf(Math.abs(away), t) })
}
