import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { useMemo } from 'react'
import { useSessionState } from '../session/use-session.ts'

/** What the lists of the books know of their reader. */
export type BooksKnown = { grants: Grants | undefined }

export const useBooksKnown = (): BooksKnown => {
  const grants = useSessionState((state) => state.grants)
  return useMemo(() => ({ grants }), [grants])
}

export const seesCustomerPrice = ({ grants }: BooksKnown) =>
  grants !== undefined && isGranted(grants, 'editPriceCustomer')

/** The customer's price is for those who may see it (L-230). */
export const customerPriceHidden =
  (...columns: string[]) =>
  (known: BooksKnown) =>
    seesCustomerPrice(known) ? [] : columns
