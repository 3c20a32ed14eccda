import type { Conflict } from '@parada/contract/kit'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../kit/form/form-modal.tsx'
import { Notice } from '../kit/form/notice.tsx'
import { type FormOptions, useForm } from '../kit/form/use-form.ts'
import { type Booking, type JournalLine, useJournal, useKeepBooking, useReloadBooking } from './booking-record.ts'
import { changeWords, useWriting } from './booking-words.ts'

type Changes = Conflict['changes']

const changesOf = (lines: readonly JournalLine[]): Changes =>
  lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )

/**
 * What others changed since the form was opened, and the version to send: the one that the person behind the form has
 * been told of, so that nothing unseen is overwritten.
 */
const useMeanwhile = (booking: Booking, conflict: Conflict | undefined) => {
  const [seen] = useState(booking.version)
  const isNewer = booking.version > seen
  const { data } = useJournal(booking.id, { enabled: isNewer })
  const lines = isNewer ? (data?.journal ?? []).filter(({ version }) => version > seen) : []
  const told = Math.max(seen, conflict?.version ?? 0, ...lines.map(({ version }) => version))
  return { version: told, changes: conflict && conflict.version >= told ? conflict.changes : changesOf(lines) }
}

type Options<Values extends object, Answer> = Omit<FormOptions<Values, Answer>, 'send'> & {
  booking: Booking
  send: (values: Values, version: number) => Promise<Answer>
}

/** A form about a booking: it knows when the booking changes under it, and keeps what the server answers. */
export const useBookingForm = <Values extends object, Answer>({ booking, ...options }: Options<Values, Answer>) => {
  const keep = useKeepBooking()
  const reload = useReloadBooking()
  const [conflict, setConflict] = useState<Conflict>()
  const { version, changes } = useMeanwhile(booking, conflict)
  const form = useForm<Values, Answer>({
    ...options,
    send: async (values) => {
      const answer = await options.send(values, version)
      const after = (answer as { booking?: Booking } | undefined)?.booking
      if (after) keep(after)
      return answer
    },
    onFailed: (failure, values) => {
      // Answered too late or not at all, or by somebody who was quicker: the booking may be another one by now.
      if (failure.status === 0 || failure.status === 409) reload(booking.id)
      if (failure.meta?.conflict) setConflict(failure.meta.conflict)
      return options.onFailed?.(failure, values)
    },
  })
  return { ...form, changes, timeZone: booking.timeZone }
}

const Meanwhile = ({ changes, timeZone }: { changes: Changes; timeZone: string | null | undefined }) => {
  const { t } = useTranslation()
  const writing = useWriting(timeZone)
  const told = changes.flatMap(({ field, before, after, who }) => {
    const words = changeWords(field, before, after, writing)
    return words ? [{ ...words, who, field }] : []
  })
  if (changes.length === 0) return null
  return (
    <Notice>
      {t('booking.changedMeanwhile', { who: [...new Set(changes.map(({ who }) => who))].join(', ') })}
      {told.length > 0 && (
        <ul>
          {told.map(({ field, label, before, after, who }) => (
            <li key={`${field} ${after}`}>
              {t('booking.changedBy', { label, before: before || '—', after: after || '—', who })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

type BookingForm = ComponentProps<typeof FormModal>['form'] &
  Pick<ReturnType<typeof useBookingForm>, 'changes' | 'timeZone'>
type Props = Omit<ComponentProps<typeof FormModal>, 'form'> & { form: BookingForm }

/** The frame of such a form, which says what changed meanwhile, and by whom. */
export const BookingForm = ({ form, children, ...props }: Props) => (
  <FormModal form={form} {...props}>
    <Meanwhile changes={form.changes} timeZone={form.timeZone} />
    {children}
  </FormModal>
)
