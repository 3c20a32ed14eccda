import { authorizations } from '@parada/contract/calls/authorizations'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useClient } from '../../kit/client.ts'
import { Notice } from '../../kit/form/notice.tsx'
import type { Booking } from '../record/booking-record.ts'

/** The payment account's note for users who edit or cancel its bookings (O2-29). */
export const AuthorizationWarning = ({ booking: { idAuthorization: id } }: { booking: Booking }) => {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['authorization', id, 'editWarning'],
    queryFn: id == null ? skipToken : ({ signal }) => client(authorizations.editWarning, { params: { id }, signal }),
  })
  return data?.hasToShowCancel ? <Notice>{data.cancelMessage}</Notice> : null
}
