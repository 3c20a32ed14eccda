import { NativeSelect } from '@mantine/core'
import { cards } from '@parada/contract/calls/bookings'
import { isGranted } from '@parada/domain/access/permissions'
import { paymentMethodsToChoose } from '@parada/domain/codes'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useMay } from '../../session/use-may.ts'
import { useSessionState } from '../../session/use-session.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { DraftNumber, DraftText } from './fields.tsx'

const cardMethods = [12, 13, 14, 15]

/** The card of a booking, identified by its alias; its number is not stored anywhere. */
const CardField = () => {
  const { t } = useTranslation()
  const client = useClient()
  const { draft } = useWizard()
  const { idCard } = draft
  const mayRead = useMay(cards.get)
  const isAsked = mayRead && idCard !== null && idCard > 0
  const { data, isError } = useQuery({
    queryKey: ['wizard', 'card', idCard],
    queryFn: isAsked ? ({ signal }) => client(cards.get, { params: { idCard }, signal }) : skipToken,
    retry: false,
  })
  return (
    <DraftNumber
      name="idCard"
      isWhole
      error={isAsked && isError ? t('wizard.cardNotFound') : undefined}
      description={data && isAsked ? <span className={classes.inside}>{data.card.cardAlias}</span> : undefined}
    />
  )
}

/** The payment method, the reference, and the prices that may be entered. */
export const PaymentFields = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const grants = useSessionState((state) => state.grants)
  const showsReference = useSessionState((state) => state.whitelabelConfig?.showBookingReference)
  const mayPrice = grants !== undefined && isGranted(grants, 'editPriceCustomer')
  return (
    <>
      <NativeSelect
        size="sm"
        data-field="paymentMethod"
        label={t('fields.paymentMethod')}
        value={String(draft.paymentMethod)}
        error={errorOf('paymentMethod')}
        onChange={({ currentTarget }) => change({ paymentMethod: Number(currentTarget.value), idCard: null })}
        data={paymentMethodsToChoose.map((code) => ({
          value: String(code),
          label: t(`codes.paymentMethod.${code}`),
        }))}
      />
      {cardMethods.includes(draft.paymentMethod) && <CardField />}
      {showsReference && <DraftText name="bookingReference" maxLength={100} />}
      {draft.variant !== 'new-booking' && <DraftNumber name="priceSupplierTotal" />}
      {mayPrice && <DraftNumber name="priceCustomerTotal" />}
    </>
  )
}
