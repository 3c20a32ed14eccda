import { stateColor } from '@parada/domain/code-colors'
import { type Availability, promoState } from '@parada/domain/promo/promo'
import { useTranslation } from 'react-i18next'
import classes from './promos.module.css'

/** Whether a promo is to be had, in a word with its dot. */
export const PromoState = ({ promo, now }: { promo: Availability; now: number }) => {
  const { t } = useTranslation()
  const state = promoState(promo, now)
  return (
    <span className={classes.state}>
      <span data-dot={stateColor('promoState', state)} aria-hidden="true" />
      {t(`codes.promoState.${state}`)}
    </span>
  )
}
