import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../../kit/client.ts'

type Failure = Pick<CallFailed, 'status' | 'message'>

/** What stands between a person and a booking that is no fault of what was typed. */
export type Fault = 'forbidden' | 'gone' | 'offline' | 'server'

export const faultOf = ({ status, message }: Failure): Fault | undefined => {
  if (status === 403) return 'forbidden'
  if (status === 404) return 'gone'
  if (status >= 500) return 'server'
  return status === 0 && message !== 'Wrong parameters' ? 'offline' : undefined
}

/** It may pass by itself: worth another try with the same. */
export const mayPass = (failure: Failure) => ['offline', 'server'].includes(faultOf(failure) ?? '')

/** What a form says of it; what the server says in words of its own is said as it is. */
export const useFaultWords = () => {
  const { t } = useTranslation()
  const own = new Set([t('booking.notAnswered')])
  return (failure: Failure) => {
    const fault = faultOf(failure)
    const isPlain = fault !== 'gone' || ['', 'Not found'].includes(failure.message)
    return fault && isPlain && !own.has(failure.message)
      ? t(`booking.fault.${fault}`, { message: failure.message })
      : failure.message
  }
}
