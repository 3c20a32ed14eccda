import { type ComponentType, lazy } from 'react'
import type { BookingModalProps } from '../modals/booking-record.ts'
import type { ActionId } from './booking-actions.ts'

/** What each action opens, loaded when it is first asked for; a receipt is simply sent. */
export const actionModals: Record<Exclude<ActionId, 'receipt'>, ComponentType<BookingModalProps>> = {
  dispatch: lazy(() => import('../modals/booking-dispatch.tsx')),
  nextFleet: lazy(() => import('../modals/booking-next-fleet.tsx')),
  confirm: lazy(() => import('../modals/booking-confirm.tsx')),
  dispatchInfo: lazy(() => import('../modals/booking-dispatch-info.tsx')),
  edit: lazy(() => import('../modals/booking-edit.tsx')),
  finish: lazy(() => import('../modals/booking-finish.tsx')),
  cancel: lazy(() => import('../modals/booking-cancel.tsx')),
  cancelDispatch: lazy(() => import('../modals/booking-cancel-dispatch.tsx')),
  cancelSeries: lazy(() => import('../modals/booking-cancel-series.tsx')),
  message: lazy(() => import('../modals/booking-message.tsx')),
  sms: lazy(() => import('../modals/booking-sms.tsx')),
  priceDetails: lazy(() => import('../modals/booking-price-details.tsx')),
  breaks: lazy(() => import('../modals/booking-breaks.tsx')),
  accountForms: lazy(() => import('../modals/booking-account-forms.tsx')),
  fleetBreaks: lazy(() => import('../modals/booking-fleet-breaks.tsx')),
  rating: lazy(() => import('../modals/booking-rating.tsx')),
  recurring: lazy(() => import('../modals/booking-recurring.tsx')),
  addFleet: lazy(() => import('../modals/booking-add-fleet.tsx')),
  resendEmail: lazy(() => import('../modals/booking-resend-email.tsx')),
}
