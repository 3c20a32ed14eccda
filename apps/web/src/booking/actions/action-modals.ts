import type { ComponentType } from 'react'
import { lazy } from '../../kit/lazy.ts'
import type { BookingModalProps } from '../record/booking-record.ts'
import type { ActionId } from './offered-actions.ts'

/** The modal of each action, loaded on first use. A receipt has none: it is simply sent. */
export const actionModals: Record<Exclude<ActionId, 'receipt'>, ComponentType<BookingModalProps>> = {
  dispatch: lazy(() => import('./dispatch.tsx')),
  nextFleet: lazy(() => import('./next-fleet.tsx')),
  confirm: lazy(() => import('./confirm.tsx')),
  dispatchInfo: lazy(() => import('./dispatch-info.tsx')),
  edit: lazy(() => import('./edit.tsx')),
  finish: lazy(() => import('./finish.tsx')),
  cancel: lazy(() => import('./cancel.tsx')),
  cancelDispatch: lazy(() => import('./cancel-dispatch.tsx')),
  cancelSeries: lazy(() => import('./cancel-series.tsx')),
  message: lazy(() => import('./message.tsx')),
  sms: lazy(() => import('./sms.tsx')),
  priceDetails: lazy(() => import('./price-details.tsx')),
  breaks: lazy(() => import('./breaks.tsx')),
  accountForms: lazy(() => import('./account-forms.tsx')),
  fleetBreaks: lazy(() => import('./fleet-breaks.tsx')),
  rating: lazy(() => import('./rating.tsx')),
  recurring: lazy(() => import('./recurring.tsx')),
  addFleet: lazy(() => import('./add-fleet.tsx')),
  resendEmail: lazy(() => import('./resend-email.tsx')),
}
