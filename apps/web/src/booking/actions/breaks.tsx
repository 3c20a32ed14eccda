import { Autocomplete, Loader, Text, TextInput } from '@mantine/core'
import { bookings } from '@parada/contract/calls/bookings'
import { projects } from '@parada/contract/calls/projects'
import type { AnswerOf } from '@parada/contract/kit'
import { applyDependencies, breakProblems } from '@parada/domain/booking/breaks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { Modal } from '../../kit/modal.tsx'
import { toast } from '../../kit/toast.tsx'
import { type BookingModalProps, bookingKey, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

type Break = AnswerOf<typeof bookings.breaks>['bookingBreaks'][number]
type Typed = Record<string, string>

const nameOf = ({ id }: { id: number }) => `break${id}`
const labelOf = ({ label, id }: Break) => label || String(id)

/** The breaks as the typed values leave them: shown, hidden, required; a hidden one has lost its value. */
const appliedTo = (breaks: readonly Break[], typed: Typed) =>
  applyDependencies(breaks.map((one) => ({ ...one, value: typed[nameOf(one)] ?? '' })))

type FieldProps = { one: Break; value: string; error: string | undefined; onChange: (value: string) => void }

/** A project is picked from what the tenant's projects suggest; its key is what is kept. */
const ProjectField = ({ one, value, error, onChange }: FieldProps) => {
  const client = useClient()
  const filter = one.filter ?? undefined
  const { data } = useQuery({
    queryKey: ['projects', filter, value],
    queryFn: ({ signal }) => client(projects.suggest, { query: { ...(filter && { filter }), keyword: value }, signal }),
    placeholderData: keepPreviousData,
  })
  const found = data?.projectBeanList ?? []
  const titles = new Map(found.map(({ keyProject, title }) => [keyProject, title]))
  return (
    <Autocomplete
      size="sm"
      label={labelOf(one)}
      withAsterisk={one.required}
      value={value}
      error={error}
      maxLength={200}
      data={[...titles.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Text size="sm">
          <b>{option.value}</b> {titles.get(option.value)}
        </Text>
      )}
      onChange={onChange}
    />
  )
}

const BreakField = (props: FieldProps) => {
  const { one, value, error, onChange } = props
  if (one.type === 'project') return <ProjectField {...props} />
  return (
    <TextInput
      size="sm"
      autoComplete="off"
      maxLength={200}
      label={labelOf(one)}
      withAsterisk={one.required}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const BreaksForm = ({ booking, onClose, breaks }: BookingModalProps & { breaks: Break[] }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const form = useBookingForm<Typed, AnswerOf<typeof bookings.saveBreaks>>({
    booking,
    follows: true,
    words: (name) => ({ label: labelOf(breaks.find((one) => nameOf(one) === name) as Break) }),
    initial: () => Object.fromEntries(breaks.map((one) => [nameOf(one), one.value ?? ''])),
    problems: (typed) =>
      Object.fromEntries(breakProblems(appliedTo(breaks, typed)).map((found) => [nameOf(found), found.problem])),
    inputs: Object.fromEntries(breaks.map((one) => [`bookingBreaks.${one.id}`, nameOf(one)])),
    send: (typed, version) =>
      client(bookings.saveBreaks, {
        params: { id: booking.id },
        body: {
          version,
          bookingBreaks: appliedTo(breaks, typed).map(({ id, value, label }) => ({ id, value: value ?? '', label })),
        },
      }),
    onDone: (answer) => {
      onClose(answer)
      reload(booking.id)
      toast(t('booking.toast.breaksUpdated'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  const applied = appliedTo(breaks, form.values)
  /** What becomes hidden is emptied in the form as well, so that it does not come back with its old value. */
  const change = (one: Break, value: string) => {
    const typed = { ...form.values, [nameOf(one)]: value }
    const after = appliedTo(breaks, typed)
    form.change(Object.fromEntries(after.map((each) => [nameOf(each), each.value ?? ''])))
  }
  return (
    <BookingForm
      title={t('booking.breaks.title', { id: booking.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
      isBlocked={!form.isValid || !form.isChanged}
    >
      {applied.length === 0 && <Text size="sm">{t('booking.breaks.none')}</Text>}
      {applied
        .filter(({ visible }) => visible)
        .map((one) => (
          <BreakField
            key={one.id}
            one={one}
            value={form.values[nameOf(one)] ?? ''}
            error={form.errorOf(nameOf(one))}
            onChange={(value) => change(one, value)}
          />
        ))}
    </BookingForm>
  )
}

/** The breaks that the payment account asks for; the form knows which values ask for which others. */
const BookingBreaks = (props: BookingModalProps) => {
  const { booking, onClose } = props
  const { t } = useTranslation()
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [...bookingKey(booking.id), 'breaks'],
    queryFn: ({ signal }) => client(bookings.breaks, { params: { id: booking.id }, signal }),
    // The form starts from what there is now, and keeps what is typed from then on.
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <BreaksForm {...props} breaks={data.bookingBreaks} />
  return (
    <Modal opened onClose={() => onClose()} title={t('booking.breaks.title', { id: booking.id })} size="md">
      {error ? (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      ) : (
        <Loader size="sm" aria-label={t('list.loadingMessage')} />
      )}
    </Modal>
  )
}

export default BookingBreaks
