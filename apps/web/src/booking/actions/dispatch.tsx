import { NativeSelect, Switch } from '@mantine/core'
import type { services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { preDispatchFor, preDispatchMinutes } from '@parada/domain/booking/dispatch'
import { useTranslation } from 'react-i18next'
import type { BookingModalProps } from '../record/booking-record.ts'
import { FleetChoice, fleetProblem, isAtWork, useFleetsToChoose } from './fleet-choice.tsx'
import { BookingForm, useBookingForm } from './form.tsx'
import { useServiceAction } from './service-action.ts'
import { useUndo } from './undo.ts'

type Values = { idFleet: number | null; timePreDispatch: string; isBlocked: boolean }

/** Sends the booking to its fleet or another one, now or some minutes before the pickup, or holds it (O2-43). */
const DispatchBooking = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const act = useServiceAction('dispatch')
  const undoing = useUndo()
  const fleets = useFleetsToChoose(booking, 'dispatchServiceByFleet')
  const offered = (fleets.data?.fleets ?? []).filter(isAtWork)
  const form = useBookingForm<Values, AnswerOf<typeof services.act>>({
    booking,
    follows: true,
    words: (name, value) =>
      name === 'idFleet' ? { value: offered.find(({ id }) => id === value)?.fleetLongName ?? '' } : undefined,
    initial: () => ({
      idFleet: booking.idFleet,
      timePreDispatch: booking.timePreDispatch ? String(preDispatchFor(booking.timePreDispatch)) : '',
      isBlocked: false,
    }),
    problems: ({ idFleet }) => ({ idFleet: fleetProblem(offered, idFleet) }),
    inputs: { fleet: 'idFleet', fleetsFiltered: 'idFleet' },
    send: ({ idFleet, timePreDispatch, isBlocked }, version) => {
      const isAhead = timePreDispatch !== '' || !!booking.timePreDispatch
      const ahead = isAhead && { timePreDispatch: Number(timePreDispatch) }
      const body = { booking: { id: booking.id, version, idFleet, ...ahead }, isBlocked }
      return act(body, undoing.header(body))
    },
    onDone: (answer, { isBlocked }) => {
      onClose(answer)
      const { id, fleet } = answer.booking
      undoing.toast(t('booking.toast.acted', { action: t('booking.acted.dispatch') }), {
        ids: [booking.id],
        detail: t(`booking.toast.actedDetail.${isBlocked ? 'hold' : 'dispatch'}`, { id, fleet }),
      })
    },
  })
  return (
    <BookingForm
      title={t('booking.dispatch.title', { id: booking.id })}
      action={t('booking.actions.dispatch')}
      form={form}
      onClose={onClose}
    >
      <FleetChoice
        booking={booking}
        label={t('fields.idFleet')}
        fleets={offered}
        isLoading={fleets.isPending || fleets.isPlaceholderData}
        failure={fleets.error?.message}
        value={form.values.idFleet}
        error={form.errorOf('idFleet')}
        onChange={(idFleet) => form.change({ idFleet })}
      />
      <NativeSelect
        size="sm"
        label={t('fields.timePreDispatch')}
        disabled={booking.asap}
        {...form.text('timePreDispatch')}
      >
        <option value="">{t('booking.dispatch.now')}</option>
        {preDispatchMinutes.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t('booking.minutesBefore', { n: minutes })}
          </option>
        ))}
      </NativeSelect>
      <Switch
        label={t('fields.isBlocked')}
        checked={form.values.isBlocked}
        onChange={(event) => form.change({ isBlocked: event.currentTarget.checked })}
      />
    </BookingForm>
  )
}

export default DispatchBooking
