import { Spotlight } from '@mantine/spotlight'
import type { FoundBooking } from '@parada/contract/booking'
import { stateLabelKey } from '@parada/domain/booking/dispatch'
import type { SearchTerms } from '@parada/domain/booking/search'
import { startWords } from '@parada/domain/booking/texts'
import { stateColor } from '@parada/domain/code-colors'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hintOf } from './palette-bookings.ts'
import classes from './shell.module.css'

/** A found booking: what it is, its state, and the part that matched the search. */
export const PaletteBooking = ({ booking, terms }: { booking: FoundBooking; terms: SearchTerms }) => {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { id, status, passengerName } = booking
  const state = stateLabelKey(booking)
  return (
    <Spotlight.Action
      className={classes.choice}
      onClick={() => navigate({ to: '/services/$id', params: { id: String(id) } })}
    >
      <span className={classes.found}>
        <b>{id}</b>
        <span>{passengerName}</span>
        <span className={classes.foundStart}>{startWords(booking, i18n.language)}</span>
        <span className={classes.foundState} data-state={stateColor('bookingStatus', status)}>
          {state ? t(state) : status}
        </span>
        <small>{hintOf(terms, booking)}</small>
      </span>
    </Spotlight.Action>
  )
}
