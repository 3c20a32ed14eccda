import { Text } from '@mantine/core'
import type { PriceDetails } from '@parada/contract/calls/prices'
import { useTranslation } from 'react-i18next'
import { PriceBlock } from '../../booking/record/price-block.tsx'
import { Modal } from '../../kit/modal.tsx'

type Props = {
  title: string
  details: Pick<PriceDetails, 'estimationDetailsCustomer' | 'estimationDetailsSupplier'> | undefined
  currency: string | undefined
  /** The price engine's error message. */
  failure?: string | undefined
  onClose: () => void
}

/** The price engine's response, line by line. */
const PriceLinesModal = ({ title, details, currency, failure, onClose }: Props) => {
  const { t } = useTranslation()
  const { estimationDetailsSupplier: supplier, estimationDetailsCustomer: customer } = details ?? {}
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {failure && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('wizard.priceFailed')}: {failure}
        </Text>
      )}
      {supplier && <PriceBlock title={t('prices.supplier')} block={supplier} currency={currency} />}
      {customer && <PriceBlock title={t('prices.customer')} block={customer} currency={currency} />}
      {!failure && !supplier && !customer && <Text size="sm">{t('wizard.noPrice')}</Text>}
    </Modal>
  )
}

export default PriceLinesModal
