import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../../kit/client.ts'

type Failure = Pick<CallFailed, 'status' | 'message'>

/** Why a booking cannot be read or changed, apart from invalid input. */
export type Fault = 'forbidden' | 'gone' | 'offline' | 'server'

export const faultOf = ({ status, message }: Failure): Fault | undefined => {
  if (status === 403) return 'forbidden'
  if (status === 404) return 'gone'
  if (status >= 500) return 'server'
  return status === 0 && message !== 'Wrong parameters' ? 'offline' : undefined
}

/** Whether the same request may succeed later. */
export const mayPass = (failure: Failure) => ['offline', 'server'].includes(faultOf(failure) ?? '')

/** The text that a form shows for a failure: the fault in words, or else the server's own message. */
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
