import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import type { FleetChoice } from './fleet-quotes.ts'

type FleetOffer = Omit<FleetChoice, 'fleet'>

/** Formats the cars, arrival and price of a fleet for a ride. */
export const useFleetWords = () => {
  const { t, i18n } = useTranslation()
  const formats = formatsFor(i18n.language)
  return {
    cars: ({ isCovering, availability }: FleetOffer) => {
      if (!isCovering) return t('wizard.notCovering')
      if (!availability) return ''
      return availability.cars === 0 ? t('wizard.noCars') : t('wizard.cars', { count: availability.cars })
    },
    eta: ({ availability }: FleetOffer) =>
      availability?.etaMinutes == null ? '' : t('common.minutes', { n: Math.ceil(availability.etaMinutes) }),
    range: ({ price }: FleetOffer) => {
      const { estimatedMinPrice: min, estimatedMaxPrice: max, currency } = price ?? {}
      if (min == null || max == null) return ''
      return formats.wholeMoney(Math.floor(min), currency, Math.ceil(max))
    },
  }
}
