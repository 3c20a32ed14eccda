import type { Parking } from '@parada/contract/calls/parking'
import { parkingFields } from '@parada/contract/calls/parking'
import { stateColor } from '@parada/domain/code-colors'
import { keysOf } from '@parada/domain/objects'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { State } from '../kit/state.tsx'
import classes from './parking.module.css'
import { type Journal, useParkingChangeWords, useParkingWords } from './parking-record.ts'

/** In the order of the contract; what the page says elsewhere, or nobody reads, is left out. */
const bookkeeping = new Set(['id', 'status', 'version', 'idPaymentAccount'])

/** How a parking booking stands, and all that is known of it. */
export const ParkingFacts = ({ row, without = [] }: { row: Parking; without?: readonly string[] }) => {
  const { t } = useTranslation()
  const words = useParkingWords()
  const names = keysOf(parkingFields).filter((name) => !bookkeeping.has(name) && !without.includes(name))
  return (
    <>
      <State color={stateColor('parkingStatus', row.status)}>{words('status', row.status)}</State>
      <dl className={classes.facts}>
        {names.map((name) => (
          <Fragment key={name}>
            <dt>{t(`fields.${name}`)}</dt>
            <dd>{words(name, row[name]) || '—'}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

/** Who changed what, newest first. */
export const ParkingHistory = ({ journal }: { journal: Journal }) => {
  const { t } = useTranslation()
  const time = useParkingWords()
  const words = useParkingChangeWords()
  return (
    <section className={classes.section} aria-label={t('parking.history')}>
      <h3>{t('parking.history')}</h3>
      {journal.length === 0 && <p>{t('parking.noHistory')}</p>}
      {journal.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history is scrolled by the keyboard too
        <ol className={classes.history} tabIndex={0} aria-label={t('parking.history')}>
          {journal.map(({ id, at, who, action, before, after }) => {
            const said = Object.keys(after).flatMap((field) => {
              const change = words({ field, before: before[field], after: after[field] })
              return change ? [{ field, ...change }] : []
            })
            return (
              <li key={id}>
                <time dateTime={new Date(at).toISOString()}>{time('dateInit', at)}</time> <b>{who}</b>{' '}
                {t(`parking.did.${action}`, { defaultValue: action })}
                {Object.keys(before).length > 0 && (
                  <ul>
                    {said.map((change) => (
                      <li key={change.field}>{`${change.label}: ${change.before || '—'} → ${change.after || '—'}`}</li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
