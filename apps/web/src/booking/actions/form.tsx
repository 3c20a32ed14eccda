import { Text } from '@mantine/core'
import type { Conflict } from '@parada/contract/kit'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../kit/form/form-modal.tsx'
import { Notice } from '../../kit/form/notice.tsx'
import { type FormOptions, useForm } from '../../kit/form/use-form.ts'
import { useSessionState } from '../../session/use-session.ts'
import {
  type Booking,
  type JournalLine,
  useJournal,
  useKeepBooking,
  useReloadBooking,
} from '../record/booking-record.ts'
import { useFaultWords } from '../record/faults.ts'
import { usePresence } from '../record/use-presence.ts'
import { changeWords, useWriting } from '../record/words.ts'

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
  /** The name under which a form that closes on failure keeps its values until it is opened again. */
  remember?: string
  send: (values: Values, version: number) => Promise<Answer>
}

const remembered = new Map<string, object>()

/** A form about a booking: it notices when the booking changes meanwhile, and stores the server's answer. */
export const useBookingForm = <Values extends object, Answer>(given: Options<Values, Answer>) => {
  const { booking, remember, ...options } = given
  const own = useSessionState((state) => state.self?.id)
  const memory = remember === undefined ? undefined : `${own} ${booking.id} ${booking.version} ${remember}`
  const keep = useKeepBooking()
  const reload = useReloadBooking()
  const faultWords = useFaultWords()
  const [conflict, setConflict] = useState<Conflict>()
  const { version, changes } = useMeanwhile(booking, conflict)
  const form = useForm<Values, Answer>({
    ...options,
    initial: () => ({ ...options.initial(), ...(memory !== undefined && (remembered.get(memory) as Values)) }),
    send: async (values) => {
      const answer = await options.send(values, version)
      if (memory !== undefined) remembered.delete(memory)
      const after = (answer as { booking?: Booking } | undefined)?.booking
      if (after) keep(after)
      return answer
    },
    onFailed: (failure, values) => {
      // Answered too late or not at all, by somebody who was quicker, or gone: the booking may be another one by now.
      if ([0, 403, 404, 409].includes(failure.status)) reload(booking.id)
      if (failure.meta?.conflict) setConflict(failure.meta.conflict)
      failure.message = faultWords(failure)
      if (memory !== undefined) remembered.set(memory, values)
      return options.onFailed?.(failure, values)
    },
  })
  return { ...form, changes, timeZone: booking.timeZone, idBooking: booking.id }
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

/** Not an alarm: whoever saves second is shown what the first one changed. */
const Company = ({ id }: { id: number }) => {
  const { t } = useTranslation()
  const own = useSessionState((state) => state.self?.id)
  const editing = usePresence(id, { isEditing: true }).filter(({ isEditing }) => isEditing)
  const others = editing.filter(({ idUser }) => idUser !== own).map(({ name }) => name)
  const words =
    others.length > 0
      ? t('booking.presence.form', { count: others.length, names: others.join(', ') })
      : t('booking.presence.formSelf')
  return (
    <Text size="xs" c="dimmed" role="status" hidden={editing.length === 0}>
      {editing.length > 0 && words}
    </Text>
  )
}

type BookingForm = ComponentProps<typeof FormModal>['form'] &
  Pick<ReturnType<typeof useBookingForm>, 'changes' | 'timeZone' | 'idBooking'>
type Props = Omit<ComponentProps<typeof FormModal>, 'form'> & { form: BookingForm }

/** The modal of such a form. It says what others changed meanwhile. */
export const BookingForm = ({ form, children, ...props }: Props) => (
  <FormModal form={form} {...props}>
    <Meanwhile changes={form.changes} timeZone={form.timeZone} />
    <Company id={form.idBooking} />
    {children}
  </FormModal>
)
