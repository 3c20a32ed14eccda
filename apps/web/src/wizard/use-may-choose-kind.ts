import { isGranted } from '@parada/domain/access/permissions'
import type { WizardVariant } from '@parada/domain/wizard/draft'
import { useSessionState } from '../session/use-session.ts'

/**
 * Historic services are for callers only (O2-15), and users who may only book for authorizations cannot take other
 * calls.
 */
export const useMayChooseKind = (variant: WizardVariant) => {
  const grants = useSessionState((state) => state.grants)
  if (!grants || variant === 'historic') return false
  return (
    isGranted(grants, 'dispatchServiceByFleet') ||
    (variant === 'to-invoice' && isGranted(grants, 'editServiceToInvoiceByFleet'))
  )
}
