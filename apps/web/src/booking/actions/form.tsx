import { Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../kit/form/form-modal.tsx'
import { type Changes, Clashes, Meanwhile } from '../../kit/form/meanwhile.tsx'
import { type RecordFormOptions, useRecordForm } from '../../kit/form/use-record-form.ts'
import { useSessionState } from '../../session/use-session.ts'
import { BookingLine } from '../record/booking-line.tsx'
import { type Booking, useJournal, useKeepBooking, useReloadBooking } from '../record/booking-record.ts'
import { useFaultWords } from '../record/faults.ts'
import { usePresence } from '../record/use-presence.ts'
import { changeWords, useWriting } from '../record/words.ts'

type Options<Values extends object, Answer> = Omit<
  RecordFormOptions<Values, Answer>,
  'version' | 'seen' | 'journal'
> & {
  booking: Booking
  /** The key under which a form that closes on failure keeps its values until it is opened again. */
  remember?: string
}

const remembered = new Map<string, object>()

/** A form about a booking: it detects changes made meanwhile, and stores the server's response. */
export const useBookingForm = <Values extends object, Answer>(given: Options<Values, Answer>) => {
  const { booking, remember, ...options } = given
  const own = useSessionState((state) => state.self?.id)
  const memory = remember === undefined ? undefined : `${own} ${booking.id} ${booking.version} ${remember}`
  const keep = useKeepBooking()
  const reload = useReloadBooking()
  const faultWords = useFaultWords()
  const [seen] = useState(booking.version)
  const { data } = useJournal(booking.id, { enabled: booking.version > seen })
  const form = useRecordForm<Values, Answer>({
    ...options,
    version: booking.version,
    seen,
    journal: data?.journal ?? [],
    initial: () => ({ ...options.initial(), ...(memory !== undefined && (remembered.get(memory) as Values)) }),
    send: async (values, version) => {
      const answer = await options.send(values, version)
      if (memory !== undefined) remembered.delete(memory)
      const after = (answer as { booking?: Booking } | undefined)?.booking
      if (after) keep(after)
      return answer
    },
    onFailed: (failure, values) => {
      // After a timeout, a lost permission, a deletion or a conflict, the cached booking may be out of date.
      if ([0, 403, 404, 409].includes(failure.status)) reload(booking.id)
      failure.message = faultWords(failure)
      if (memory !== undefined) remembered.set(memory, values)
      return options.onFailed?.(failure, values)
    },
  })
  return { ...form, booking }
}

const MeanwhileInBooking = ({ changes, booking }: { changes: Changes; booking: Booking }) => {
  const { t } = useTranslation()
  const writing = useWriting(booking.timeZone)
  return (
    <Meanwhile
      changes={changes}
      title={(who) => t('booking.changedMeanwhile', { who })}
      words={({ field, before, after }) => changeWords(field, before, after, writing)}
    />
  )
}

/** Only informs: the second user to save is shown what the first one changed. */
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
  Pick<ReturnType<typeof useBookingForm>, 'changes' | 'asked' | 'booking'>
type Props = Omit<ComponentProps<typeof FormModal>, 'form'> & { form: BookingForm }

/** The modal of a booking form; it shows what others changed meanwhile. */
export const BookingForm = ({ form, children, ...props }: Props) => (
  <FormModal form={form} about={<BookingLine booking={form.booking} />} {...props}>
    <MeanwhileInBooking changes={form.changes} booking={form.booking} />
    <Clashes asked={form.asked} />
    <Company id={form.booking.id} />
    {children}
  </FormModal>
)
