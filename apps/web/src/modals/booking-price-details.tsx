import { Table, Tabs, Text } from '@mantine/core'
import { type PriceBlock as PriceBlockSchema, prices } from '@parada/contract/calls/prices'
import { isGranted } from '@parada/domain/access'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useClient } from '../kit/client.ts'
import { formatsFor } from '../kit/format.ts'
import { Modal } from '../kit/modal.tsx'
import { useSessionState } from '../session/use-session.ts'
import { type BookingModalProps, bookingKey } from './booking-record.ts'

type Block = z.output<typeof PriceBlockSchema>
type Line = Block['totalLine']

const Lines = ({ block, currency }: { block: Block; currency: string | null | undefined }) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const row = (line: Line, key: string) => (
    <Table.Tr key={key}>
      <Table.Th scope="row" fw={key === 'total' ? 600 : 400}>
        {t(`prices.concepts.${line.concept}`)} {line.name}
      </Table.Th>
      <Table.Td ta="right">{format.number(line.quantity)}</Table.Td>
      <Table.Td ta="right">{format.money(line.unitPrice, currency)}</Table.Td>
      <Table.Td ta="right" fw={key === 'total' ? 600 : 400}>
        {format.money(line.amount, currency)}
      </Table.Td>
    </Table.Tr>
  )
  const { estimationLines, tollLines, minimumLine, totalLine, estimatedPrice, realPrice } = block
  return (
    <>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('booking.prices.concept')}</Table.Th>
            <Table.Th ta="right">{t('booking.prices.quantity')}</Table.Th>
            <Table.Th ta="right">{t('booking.prices.unitPrice')}</Table.Th>
            <Table.Th ta="right">{t('booking.prices.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...estimationLines, ...tollLines].map((line, at) => row(line, `${at} ${line.concept}`))}
          {minimumLine && row(minimumLine, 'minimum')}
          {row(totalLine, 'total')}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="xs">
        {t('booking.prices.estimated')}: {format.money(estimatedPrice, currency)}
        {realPrice !== null && ` · ${t('booking.prices.real')}: ${format.money(realPrice, currency)}`}
      </Text>
    </>
  )
}

const usePriceDetails = (id: number) => {
  const client = useClient()
  return useQuery({
    queryKey: [...bookingKey(id), 'priceDetails'],
    // A query may not answer undefined: nothing to tell is null here.
    queryFn: async ({ signal }) => (await client(prices.priceDetails, { params: { idService: id }, signal })) ?? null,
  })
}

const kinds = ['estimation', 'total'] as const
const sides = ['Supplier', 'Customer'] as const

/** The lines that the prices of a booking are made of, as estimated and as it ended. */
const PriceDetails = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const { data, error, isPending } = usePriceDetails(booking.id)
  const seesCustomerPrice = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editPriceCustomer'))
  const shown = sides.filter((side) => side === 'Supplier' || seesCustomerPrice)
  const hasTotal = shown.some((side) => data?.[`totalDetails${side}`])
  return (
    <Modal opened onClose={() => onClose()} title={t('booking.prices.title', { id: booking.id })} size="lg">
      {error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      )}
      {!error && !isPending && (
        <Tabs defaultValue={hasTotal ? 'total' : 'estimation'} keepMounted={false}>
          <Tabs.List>
            {kinds.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {t(`booking.prices.${kind}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {kinds.map((kind) => (
            <Tabs.Panel key={kind} value={kind} pt="sm">
              {shown.map((side) => {
                const block = data?.[`${kind}Details${side}`]
                return (
                  <section key={side} aria-label={t(`booking.prices.${side}`)}>
                    <Text size="sm" fw={600} mt="xs">
                      {t(`booking.prices.${side}`)}
                    </Text>
                    {block ? (
                      <Lines block={block} currency={booking.priceCustomerCurrency} />
                    ) : (
                      <Text size="sm">{t('booking.prices.none')}</Text>
                    )}
                  </section>
                )
              })}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Modal>
  )
}

export default PriceDetails
