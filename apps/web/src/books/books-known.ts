import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { useMemo } from 'react'
import { useSessionState } from '../session/use-session.ts'

/** What the books' lists know about the signed-in user. */
export type BooksKnown = { grants: Grants | undefined }

export const useBooksKnown = (): BooksKnown => {
  const grants = useSessionState((state) => state.grants)
  return useMemo(() => ({ grants }), [grants])
}

export const seesCustomerPrice = ({ grants }: BooksKnown) =>
  grants !== undefined && isGranted(grants, 'editPriceCustomer')

/** Hides the given columns from users who may not see the customer price (L-230). */
export const customerPriceHidden =
  (...columns: string[]) =>
  (known: BooksKnown) =>
    seesCustomerPrice(known) ? [] : columns
