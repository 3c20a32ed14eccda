import { CancelModal } from './booking-cancel.tsx'
import type { BookingModalProps } from './booking-record.ts'

const CancelDispatch = (props: BookingModalProps) => <CancelModal {...props} scope="dispatch" />
export default CancelDispatch
