import type { FinishedBooking } from '@parada/contract/calls/finished-bookings'
import { isGranted } from '@parada/domain/access/permissions'
import { type ValidatedErrorKey, validatedErrorKeys } from '@parada/domain/booking/edit'
import { queryOf, validationFilters } from '@parada/domain/booking/validation-filters'
import type { ListFormat } from '../kit/list/declare/columns.ts'
import type { BooksKnown } from './books-known.ts'

/** One filter at a time; the first is all of them. */
export const validationViews = [
  { key: 'all', label: 'finished.filters.all' },
  ...validationFilters.map((key) => ({ key, label: `finished.filters.${key}`, filters: queryOf(key) })),
]

/** What is wrong with a booking, in words; nothing once it is validated. */
export const errorWords = ({ validated, validatedErrors }: FinishedBooking, { word }: ListFormat) =>
  validated ? '' : validatedErrors.map((error) => word(`booking.errors.${error}`)).join(', ')

/** The cause that the bookings of a view have in common; none for the views that are about all of them. */
export const causeOf = (view: string | undefined): ValidatedErrorKey | undefined =>
  validatedErrorKeys.find((key) => key === view)

export const mayDecide = ({ grants }: BooksKnown) => grants !== undefined && isGranted(grants, 'editServiceDeadByFleet')
