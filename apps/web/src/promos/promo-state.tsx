import { stateColor } from '@parada/domain/code-colors'
import { type Availability, promoState } from '@parada/domain/promo/promo'
import { useTranslation } from 'react-i18next'
import { State } from '../kit/state.tsx'

/** The availability of a promo, as a word with a coloured dot. */
export const PromoState = ({ promo, now }: { promo: Availability; now: number }) => {
  const { t } = useTranslation()
  const state = promoState(promo, now)
  return <State color={stateColor('promoState', state)}>{t(`codes.promoState.${state}`)}</State>
}
