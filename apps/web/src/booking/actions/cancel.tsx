import { NativeSelect, Text, Textarea } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import { cancelProblem, commentMinLength, isCommentCompulsory } from '@parada/domain/booking/cancel'
import { dispatchStatus } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import type { useForm } from '../../kit/form/use-form.ts'
import { useSessionState } from '../../session/use-session.ts'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { AuthorizationWarning } from './authorization-warning.tsx'
import { BookingForm, useBookingForm } from './form.tsx'
import { useUndo } from './undo.ts'

/** Cancels the booking, only its order to the fleet, or every live booking of its series. */
type CancelScope = 'booking' | 'dispatch' | 'series'
type WithScope = { scope: CancelScope }
type Values = { cancellationReasonCode: string; comment: string }

const useReasons = () => {
  const client = useClient()
  return useQuery({
    queryKey: ['cancelReasons'],
    queryFn: ({ signal }) => client(services.cancelReasons, { signal }),
    staleTime: 600_000,
  })
}

type ReasonForm = Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'errorOf' | 'text'>

/** One of the tenant's reasons, and a comment where the reason requires one. */
export const ReasonFields = ({ form }: { form: ReasonForm }) => {
  const { t } = useTranslation()
  const reasons = useReasons()
  const { cancellationReasonCode, comment } = form.values
  const isCompulsory = isCommentCompulsory(cancellationReasonCode)
  return (
    <>
      <NativeSelect
        size="sm"
        data-autofocus
        label={t('fields.cancellationReasonCode')}
        {...form.text('cancellationReasonCode')}
        error={form.errorOf('cancellationReasonCode') ?? reasons.error?.message}
      >
        <option value="">{t('common.choose')}</option>
        {reasons.data?.cancelList.map(({ code, label }) => (
          <option key={code} value={code}>
            {t(`booking.reasons.${code}`, label)}
          </option>
        ))}
      </NativeSelect>
      <Textarea
        size="sm"
        rows={3}
        label={t(isCompulsory ? 'fields.comment' : 'fields.optionalComment')}
        description={t('common.charactersLeft', { count: constants.messageMaxLength - comment.trim().length })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.text('comment')}
      />
    </>
  )
}

const useCancelling = ({ booking, onClose }: BookingModalProps, scope: CancelScope, minLength: number | undefined) => {
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadBooking()
  const undoing = useUndo()
  return useBookingForm<Values, unknown>({
    booking,
    initial: () => ({ cancellationReasonCode: '', comment: '' }),
    limits: { minLength: commentMinLength(minLength), maxLength: constants.messageMaxLength },
    problems: (typed) => {
      const problem = cancelProblem({ ...typed, cancelReasonMinLength: minLength ?? null })
      return problem === 'problems.reasonRequired' ? { cancellationReasonCode: problem } : { comment: problem }
    },
    send: ({ cancellationReasonCode, comment }, version) => {
      const why = { cancellationReasonCode, comment: comment.trim() }
      const params = { id: booking.id }
      if (scope === 'series')
        return client(services.cancelRecurring, { params, body: why, headers: undoing.header(why) })
      const body = { ...why, version, ...(scope === 'dispatch' && { cancellationDispatch: true }) }
      return client(services.cancel, { params, body, headers: undoing.header(body) })
    },
    onDone: (answer) => {
      onClose(answer)
      const { id, fleet, passengerName: name } = booking
      const ids = (answer as { cancelled?: number[] }).cancelled ?? [id]
      const details = {
        booking: () => t('booking.which', { id, name }),
        dispatch: () => t('booking.toast.withdrawnDetail', { id, fleet }),
        series: () => t('booking.toast.cancelledSeries', { ids: ids.join(', ') }),
      }
      const title = t(scope === 'dispatch' ? 'booking.toast.withdrawn' : 'booking.toast.cancelled')
      undoing.toast(title, { ids, detail: details[scope]() })
      if (scope !== 'series') return
      reload(booking.id)
      void navigate({ to: '/dashboard' })
    },
  })
}

/** Who is notified: nobody while the booking is on hold, and a fleet without a system has to be called. */
const Consequence = ({ booking: { fleet, statusDispatch }, scope }: Pick<BookingModalProps, 'booking'> & WithScope) => {
  const { t } = useTranslation()
  const isOnHold = statusDispatch === dispatchStatus.locked
  if (scope === 'series') return <Text size="sm">{t('booking.cancel.consequence.series')}</Text>
  if (!fleet || isOnHold) return null
  const isManual = scope === 'booking' && statusDispatch === dispatchStatus.manual
  return <Text size="sm">{t(`booking.cancel.consequence.${isManual ? 'manual' : scope}`, { fleet })}</Text>
}

/** Cancels with one of the tenant's reasons and the comment that the reason requires (document 2, section 5). */
export const CancelModal = ({ scope, ...props }: BookingModalProps & WithScope) => {
  const { booking, onClose } = props
  const { t } = useTranslation()
  const minLength = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.cancelReasonMinLength)
  const form = useCancelling(props, scope, minLength)
  return (
    <BookingForm
      title={t(`booking.cancel.${scope}`, { id: booking.id })}
      action={t(`booking.cancel.do.${scope}`)}
      form={form}
      dismiss={t(`booking.cancel.keep.${scope}`)}
      onClose={onClose}
      isDanger
    >
      <Consequence booking={booking} scope={scope} />
      <AuthorizationWarning booking={booking} />
      <ReasonFields form={form} />
    </BookingForm>
  )
}

const CancelBooking = (props: BookingModalProps) => <CancelModal {...props} scope="booking" />
export default CancelBooking
