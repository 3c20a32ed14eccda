import { useTranslation } from 'react-i18next'
import { useLiveState, useOutdated } from '../session/live-state.ts'
import classes from './shell.module.css'

/** A dot and a word; the tooltip explains what the state means for the screen. */
export const ConnectionState = () => {
  const { t } = useTranslation()
  const connection = useLiveState()
  const { ids, list } = useOutdated()
  const state = connection === 'live' && (list || ids.size > 0) ? 'outdated' : connection
  return (
    <span role="status" className={classes.live} data-state={state} title={t(`live.explained.${state}`)}>
      <span aria-hidden="true" className={classes.liveDot} />
      <span className={classes.liveWord}>{t(`live.state.${state}`)}</span>
    </span>
  )
}
