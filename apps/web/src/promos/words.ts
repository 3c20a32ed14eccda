import type { CodeKind } from '@parada/domain/codes'
import type { Availability } from '@parada/domain/promo/promo'
import type { TFunction } from 'i18next'
import type { Formats } from '../kit/format.ts'

/** Translates a comma-separated list of actions. */
export const actionWords = (
  list: string,
  kind: Extract<CodeKind, `promoAction${string}`>,
  codeWord: (kind: CodeKind, code: string) => string,
) =>
  list
    .split(',')
    .filter((action) => action !== '')
    .map((action) => codeWord(kind, action))
    .join(', ')

/** For example '5,00 €' or '10 % up to 5,00 €'. */
export const worthWords = (
  { amount, percent, cap }: { amount: number | null; percent: number | null; cap: number | null },
  { money, percent: share }: Pick<Formats, 'money' | 'percent'>,
  t: TFunction,
) => {
  if (percent === null) return money((amount ?? 0) / 100)
  return cap === null ? share(percent / 100) : t('promo.upTo', { percent: share(percent / 100), cap: money(cap / 100) })
}

/** For example '12' or '12 of 100'. */
export const usesWords = (
  { currentUsages, usesTotal }: Pick<Availability, 'currentUsages' | 'usesTotal'>,
  t: TFunction,
) => (usesTotal === null ? String(currentUsages) : t('promo.usesOf', { uses: currentUsages, total: usesTotal }))
