import { Button, Group, Text } from '@mantine/core'
import type { Conflict } from '@parada/contract/kit'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '../../kit/client.ts'
import { FormModal } from '../../kit/form/form-modal.tsx'
import { Notice } from '../../kit/form/notice.tsx'
import { type FormOptions, useForm } from '../../kit/form/use-form.ts'
import { useSessionState } from '../../session/use-session.ts'
import { BookingLine } from '../record/booking-line.tsx'
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
  return { seen, version: told, changes: conflict && conflict.version >= told ? conflict.changes : changesOf(lines) }
}

type Options<Values extends object, Answer> = Omit<FormOptions<Values, Answer>, 'send'> & {
  booking: Booking
  /** The name under which a form that closes on failure keeps its values until it is opened again. */
  remember?: string
  /**
   * The fields of the booking that would be written. What others changed elsewhere in it is no reason to ask: it is sent
   * again, on top of theirs.
   */
  writes?: (values: Values) => readonly string[]
  /** What an input and a value of it are called, where somebody else has changed it as well. */
  words?: (name: Extract<keyof Values, string>, value: unknown) => { label?: string; value?: string } | undefined
  send: (values: Values, version: number) => Promise<Answer>
}

type Asked = {
  name: string
  label: string | undefined
  who: string | undefined
  mine: string
  theirs: string
  settle: (kept: 'mine' | 'theirs') => void
}

const plainWords = (value: unknown) =>
  value !== null && typeof value === 'object' && 'addressField' in value
    ? String(value.addressField ?? '')
    : String(value ?? '')

const remembered = new Map<string, object>()

/** Others may be quick, but not for ever. */
const mostTries = 3

/** A form about a booking: it notices when the booking changes meanwhile, and stores the server's answer. */
export const useBookingForm = <Values extends object, Answer>(given: Options<Values, Answer>) => {
  const { booking, remember, writes, words, ...options } = given
  const own = useSessionState((state) => state.self?.id)
  const memory = remember === undefined ? undefined : `${own} ${booking.id} ${booking.version} ${remember}`
  const keep = useKeepBooking()
  const reload = useReloadBooking()
  const faultWords = useFaultWords()
  const [conflict, setConflict] = useState<Conflict>()
  const meanwhile = useMeanwhile(booking, conflict)
  // What a form follows stands in it, and so is seen.
  const version = options.follows ? Math.max(booking.version, meanwhile.seen) : meanwhile.version
  const sendOnTop = async (values: Values, on: number, triesLeft = mostTries): Promise<Answer> => {
    try {
      return await options.send(values, on)
    } catch (cause) {
      const theirs = (cause as CallFailed).meta?.conflict
      const own = writes?.(values)
      const isApart = theirs && own && !theirs.changes.some(({ field }) => own.includes(field))
      if (!isApart || triesLeft <= 1) throw cause
      return sendOnTop(values, theirs.version, triesLeft - 1)
    }
  }
  const form = useForm<Values, Answer>({
    ...options,
    initial: () => ({ ...options.initial(), ...(memory !== undefined && (remembered.get(memory) as Values)) }),
    send: async (values) => {
      const answer = await sendOnTop(values, version)
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
  const { changes } = meanwhile
  const whoChanged = (name: string) => {
    const fields = [
      name,
      ...Object.entries(options.inputs ?? {}).flatMap(([field, at]) => (at === name ? [field] : [])),
    ]
    return changes.findLast(({ field }) => fields.includes(field))?.who
  }
  const asked = form.clashes.map((clash): Asked => {
    const [mine, theirs] = [words?.(clash.name, form.values[clash.name]), words?.(clash.name, clash.theirs)]
    return {
      name: clash.name,
      label: mine?.label,
      who: whoChanged(clash.name),
      mine: mine?.value ?? plainWords(form.values[clash.name]),
      theirs: theirs?.value ?? plainWords(clash.theirs),
      settle: (kept) => form.settle(clash, kept),
    }
  })
  return { ...form, changes, asked, booking }
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

/** The same on both sides: the person behind the form says whose value is saved. */
const Clashes = ({ asked }: { asked: readonly Asked[] }) => {
  const { t } = useTranslation()
  if (asked.length === 0) return null
  const answer = (settle: Asked['settle'], kept: 'mine' | 'theirs') => (event: MouseEvent<HTMLButtonElement>) => {
    // The button goes with its question: whoever answered goes on where it is saved.
    event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    settle(kept)
  }
  const nobody = t('booking.clash.somebody')
  const who = [...new Set(asked.map((one) => one.who ?? nobody))].join(', ')
  return (
    <Notice>
      {t('booking.clash.title', { who })}
      {asked.map(({ name, label, who: one = nobody, mine, theirs, settle }) => (
        <Group key={name} gap="xs" mt={6}>
          <b>{label ?? t(`fields.${name}`)}</b>
          <Button type="button" size="compact-xs" variant="default" data-clash onClick={answer(settle, 'mine')}>
            {t('booking.clash.mine', { value: mine || '—' })}
          </Button>
          <Button type="button" size="compact-xs" variant="default" onClick={answer(settle, 'theirs')}>
            {t('booking.clash.theirs', { who: one, value: theirs || '—' })}
          </Button>
        </Group>
      ))}
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
  Pick<ReturnType<typeof useBookingForm>, 'changes' | 'asked' | 'booking'>
type Props = Omit<ComponentProps<typeof FormModal>, 'form'> & { form: BookingForm }

/** The modal of such a form. It says what others changed meanwhile. */
export const BookingForm = ({ form, children, ...props }: Props) => (
  <FormModal form={form} about={<BookingLine booking={form.booking} />} {...props}>
    <Meanwhile changes={form.changes} timeZone={form.booking.timeZone} />
    <Clashes asked={form.asked} />
    <Company id={form.booking.id} />
    {children}
  </FormModal>
)
