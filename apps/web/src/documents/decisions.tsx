import { stateColor } from '@parada/domain/code-colors'
import { type DocumentStatus, decisionKeys } from '@parada/domain/document/document'
import { keysOf } from '@parada/domain/objects'
import { useTranslation } from 'react-i18next'
import classes from './documents.module.css'

/** Most often needed first. */
const decisions = keysOf(decisionKeys)

/** The decision that a key triggers. */
export const decisionOf = (key: string) => decisions.find((status) => decisionKeys[status] === key)

type Props = { status: DocumentStatus; isReady: boolean; onDecide: (status: DocumentStatus) => void }

export const Decisions = ({ status: current, isReady, onDecide }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.decisions} aria-label={t('document.decide')}>
      {decisions.map((status) => (
        <button
          key={status}
          type="button"
          aria-keyshortcuts={decisionKeys[status]}
          aria-pressed={status === current}
          disabled={status === current || !isReady}
          data-state={stateColor('documentStatus', status)}
          onClick={() => onDecide(status)}
        >
          <span>{t(`codes.documentStatus.${status}`)}</span> <kbd>{decisionKeys[status].toUpperCase()}</kbd>
        </button>
      ))}
    </section>
  )
}
