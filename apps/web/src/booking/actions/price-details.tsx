import { Tabs, Text } from '@mantine/core'
import { isGranted } from '@parada/domain/access/permissions'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../kit/format.ts'
import { Modal } from '../../kit/modal.tsx'
import { useSessionState } from '../../session/use-session.ts'
import { BookingLine } from '../record/booking-line.tsx'
import type { BookingModalProps } from '../record/booking-record.ts'
import { type Block, PriceBlock } from '../record/price-block.tsx'
import { usePriceDetails } from '../record/use-prices.ts'

type Props = { title: string; block: Block; currency: string | null | undefined }

const BlockWithPrices = ({ title, block, currency }: Props) => {
  const { t, i18n } = useTranslation()
  const { money } = formatsFor(i18n.language)
  const { estimatedPrice, realPrice } = block
  return (
    <>
      <PriceBlock title={title} block={block} currency={currency} />
      <Text size="sm" mt="xs">
        {t('fields.priceEstimated')}: {money(estimatedPrice, currency)}
        {realPrice !== null && ` · ${t('prices.real')}: ${money(realPrice, currency)}`}
      </Text>
    </>
  )
}

const kinds = ['estimation', 'total'] as const
const sides = ['supplier', 'customer'] as const
const detailsOf = { supplier: 'DetailsSupplier', customer: 'DetailsCustomer' } as const

/** The price lines of a booking, as estimated and as it ended. */
const PriceDetails = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const { data, error, isPending } = usePriceDetails(booking.id)
  const seesCustomerPrice = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editPriceCustomer'))
  const shown = sides.filter((side) => side === 'supplier' || seesCustomerPrice)
  const hasTotal = shown.some((side) => data?.[`total${detailsOf[side]}`])
  return (
    <Modal opened onClose={() => onClose()} title={t('prices.title', { id: booking.id })} size="lg">
      <BookingLine booking={booking} />
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
                {t(`prices.${kind}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {kinds.map((kind) => (
            <Tabs.Panel key={kind} value={kind} pt="sm">
              {shown.map((side) => {
                const block = data?.[`${kind}${detailsOf[side]}`]
                const title = t(`prices.${side}`)
                return (
                  <section key={side} aria-label={title}>
                    {block ? (
                      <BlockWithPrices title={title} block={block} currency={booking.priceCustomerCurrency} />
                    ) : (
                      <>
                        <Text size="sm" fw={600} mt="xs">
                          {title}
                        </Text>
                        <Text size="sm">{t('prices.none')}</Text>
                      </>
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
