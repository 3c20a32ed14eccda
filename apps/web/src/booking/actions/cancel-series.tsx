import type { BookingModalProps } from '../record/booking-record.ts'
import { CancelModal } from './cancel.tsx'

const CancelSeries = (props: BookingModalProps) => <CancelModal {...props} scope="series" />
export default CancelSeries
