import { Table } from '@mantine/core'
import type { PriceDetails } from '@parada/contract/calls/prices'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'

export type Block = NonNullable<PriceDetails['estimationDetailsSupplier']>
type Line = Block['totalLine']

type Props = { title: string; block: Block; currency: string | null | undefined }

/** The lines of a price, and their total. */
export const PriceBlock = ({ title, block, currency }: Props) => {
  const { t, i18n } = useTranslation()
  const { money, number, percent } = formatsFor(i18n.language)
  const nameOf = ({ concept, name }: Line) => {
    const words = t(`prices.concepts.${concept}`)
    return name ? t('prices.named', { concept: words, name }) : words
  }
  const row = (line: Line, key: string, weight = 400) => (
    <Table.Tr key={key}>
      <Table.Th scope="row" fw={weight}>
        {nameOf(line)}
      </Table.Th>
      <Table.Td ta="right">{line.concept === 'multiplier' ? percent(line.quantity) : number(line.quantity)}</Table.Td>
      <Table.Td ta="right">{money(line.unitPrice, currency)}</Table.Td>
      <Table.Td ta="right" fw={weight}>
        {money(line.amount, currency)}
      </Table.Td>
    </Table.Tr>
  )
  const { estimationLines, tollLines, minimumLine, totalLine } = block
  return (
    <Table fz="sm" verticalSpacing={4} captionSide="top">
      <Table.Caption ta="left" c="var(--ink)" fw={600}>
        {title}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('prices.concept')}</Table.Th>
          <Table.Th ta="right">{t('prices.quantity')}</Table.Th>
          <Table.Th ta="right">{t('prices.unitPrice')}</Table.Th>
          <Table.Th ta="right">{t('prices.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...estimationLines, ...tollLines].map((line, at) => row(line, `${at} ${line.concept}`))}
        {minimumLine && row(minimumLine, 'minimum')}
        {row(totalLine, 'total', 600)}
      </Table.Tbody>
    </Table>
  )
}
