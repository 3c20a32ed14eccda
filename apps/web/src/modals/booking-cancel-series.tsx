import { CancelModal } from './booking-cancel.tsx'
import type { BookingModalProps } from './booking-record.ts'

const CancelSeries = (props: BookingModalProps) => <CancelModal {...props} scope="series" />
export default CancelSeries
