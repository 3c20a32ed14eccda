import type { BookingWrapper } from '@parada/contract/booking'
import { services } from '@parada/contract/calls/services'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../../kit/client.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'

type ServiceAction = 'confirm' | 'dispatch' | 'redispatch'

/**
 * Sends an action on a booking. A timeout is reported as such and never retried automatically (O2-47); if the user
 * submits the same again, it is done once.
 */
export const useServiceAction = (action: ServiceAction) => {
  const { t } = useTranslation()
  const client = useClient()
  const repeatKey = useRepeatKey()
  return async (body: BookingWrapper, headers: Record<string, string> = {}) => {
    try {
      return await client(services.act, { params: { action }, body, headers: { ...repeatKey(body), ...headers } })
    } catch (cause) {
      const failure = toFailure(cause)
      if (failure.status === 0) failure.message = t('booking.notAnswered')
      throw failure
    }
  }
}
