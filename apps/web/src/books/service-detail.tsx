import type { CancelledService, Service } from '@parada/contract/calls/invoicing'
import { useTranslation } from 'react-i18next'
import { BookingModal, type ResourceType } from '../booking/page/booking-modal.tsx'
import { Notice } from '../kit/form/notice.tsx'
import { formatsFor } from '../kit/format.ts'

type Props<Row> = { row: Row; onClose: () => void }

/** The change requested for a service, if any. */
const Request = ({ row }: { row: Service }) => {
  const { t, i18n } = useTranslation()
  const { money, time } = formatsFor(i18n.language)
  if (!row.modifications) return null
  const { reason, price, comment, who, at } = row.modifications
  const words = [
    t(`codes.modificationReason.${reason}`),
    price !== null && money(price, row.priceCustomerCurrency),
    comment,
    `${who}, ${time(at)}`,
  ]
  return (
    <Notice>
      {t('service.requestedChange')}: {words.filter(Boolean).join(' · ')}
    </Notice>
  )
}

const detailOf =
  (resourceType: ResourceType) =>
  ({ row, onClose }: Props<Service>) => (
    <BookingModal id={row.idService} resourceType={resourceType} onClose={onClose}>
      <Request row={row} />
    </BookingModal>
  )

export const ServiceToInvoiceDetail = detailOf('servicetoinvoice')
export const HistoricServiceDetail = detailOf('servicehistorical')

export const CancelledServiceDetail = ({ row, onClose }: Props<CancelledService>) => (
  <BookingModal id={row.idService} resourceType="serviceafterlife" onClose={onClose} />
)
