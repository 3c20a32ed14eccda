import { Table, Text } from '@mantine/core'
import type { PriceDetails } from '@parada/contract/calls/prices'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../kit/format.ts'
import { Modal } from '../kit/modal.tsx'

type Block = NonNullable<PriceDetails['estimationDetailsSupplier']>

type BlockProps = { title: string; block: Block; currency: string | undefined }

const PriceBlock = ({ title, block, currency }: BlockProps) => {
  const { t, i18n } = useTranslation()
  const { money, number } = formatsFor(i18n.language)
  const { estimationLines, tollLines, minimumLine, totalLine } = block
  const lines = [...estimationLines, ...tollLines, ...(minimumLine ? [minimumLine] : [])]
  return (
    <Table verticalSpacing={4} captionSide="top">
      <Table.Caption ta="left" c="var(--ink)" fw={600}>
        {title}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('wizard.concept')}</Table.Th>
          <Table.Th ta="right">{t('wizard.quantity')}</Table.Th>
          <Table.Th ta="right">{t('wizard.unitPrice')}</Table.Th>
          <Table.Th ta="right">{t('wizard.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ concept, name, quantity, unitPrice, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <Table.Tr key={index}>
            <Table.Td>
              {t(`prices.concepts.${concept}`)} {name}
            </Table.Td>
            <Table.Td ta="right">{number(quantity)}</Table.Td>
            <Table.Td ta="right">{number(unitPrice)}</Table.Td>
            <Table.Td ta="right">{money(amount, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th colSpan={3}>{t('wizard.total')}</Table.Th>
          <Table.Th ta="right">{money(totalLine.amount, currency)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

type Props = {
  title: string
  details: Pick<PriceDetails, 'estimationDetailsCustomer' | 'estimationDetailsSupplier'> | undefined
  currency: string | undefined
  /** What the price engine said instead of a price. */
  failure?: string | undefined
  onClose: () => void
}

/** What the price engine answered, line by line. */
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
      {supplier && <PriceBlock title={t('wizard.supplier')} block={supplier} currency={currency} />}
      {customer && <PriceBlock title={t('wizard.customer')} block={customer} currency={currency} />}
      {!failure && !supplier && !customer && <Text size="sm">{t('wizard.noPrice')}</Text>}
    </Modal>
  )
}

export default PriceLinesModal
