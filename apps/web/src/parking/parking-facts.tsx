import type { Parking } from '@parada/contract/calls/parking'
import { parkingFields } from '@parada/contract/calls/parking'
import { stateColor } from '@parada/domain/code-colors'
import { keysOf } from '@parada/domain/objects'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { History } from '../kit/history.tsx'
import classes from '../kit/record.module.css'
import { State } from '../kit/state.tsx'
import { type Journal, useParkingChangeWords, useParkingWords } from './parking-record.ts'

/** Fields left out of the facts: shown elsewhere on the page, or of no interest to users. */
const bookkeeping = new Set(['id', 'status', 'version', 'idPaymentAccount'])

/** The state of a parking booking and its fields, in the order of the contract. */
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
  return (
    <History
      title={t('parking.history')}
      empty={t('parking.noHistory')}
      journal={journal}
      did={(action) => t(`parking.did.${action}`, { defaultValue: action })}
      words={useParkingChangeWords()}
    />
  )
}
