import { labelKey } from '@parada/domain/codes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './booking.module.css'

/** A group of facts with its heading. */
export const FactGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.group} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

/** One fact. Left out if empty, unless `isKept`. */
export const Fact = ({ label, children, isKept }: { label: string; children?: ReactNode; isKept?: boolean }) => {
  const isEmpty = children === null || children === undefined || children === '' || children === false
  if (isEmpty && !isKept) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{isEmpty ? '—' : children}</dd>
    </div>
  )
}

export const Phone = ({ number }: { number: string | null | undefined }) =>
  number ? <a href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>{number}</a> : null

/** The label of a code, or the code itself if it has none. */
export const useCode = () => {
  const { t } = useTranslation()
  return (kind: Parameters<typeof labelKey>[0], code: number | string | null | undefined) => {
    const key = labelKey(kind, code)
    return key ? t(key) : (code ?? '')
  }
}
