import type { BookingModalProps } from '../record/booking-record.ts'
import { CancelModal } from './cancel.tsx'

const CancelDispatch = (props: BookingModalProps) => <CancelModal {...props} scope="dispatch" />
export default CancelDispatch
