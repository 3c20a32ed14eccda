import { Checkbox, Loader, Radio, SimpleGrid, Text } from '@mantine/core'
import { type Rating, ratings } from '@parada/contract/calls/ratings'
import { isGranted } from '@parada/domain/access/permissions'
import { type Improvement, improvementsToChoose, ratingProblem } from '@parada/domain/booking/ratings'
import { labelKey } from '@parada/domain/codes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { Modal } from '../../kit/modal.tsx'
import { toast } from '../../kit/toast.tsx'
import { useSessionState } from '../../session/use-session.ts'
import { type BookingModalProps, bookingKey, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

type Values = { score: string; toImprove: string[] }
const scores = [1, 2, 3, 4, 5]

const RatingForm = ({ booking, onClose, rating }: BookingModalProps & { rating: Rating }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const mayScore = useSessionState(({ grants }) => !!grants && isGranted(grants, 'editRatings'))
  const form = useBookingForm<Values, { rating: Rating }>({
    booking,
    initial: () => ({ score: rating.score === null ? '' : String(rating.score), toImprove: rating.toImprove }),
    problems: ({ score, toImprove }) => ({
      score: score === '' && !mayScore ? undefined : ratingProblem({ score: Number(score), toImprove }),
    }),
    send: ({ score, toImprove }) =>
      client(ratings.send, {
        params: { id: rating.id },
        body: { id: rating.id, toImprove: toImprove as Improvement[], ...(mayScore && { score: Number(score) }) },
      }),
    onDone: (answer) => {
      onClose(answer.rating)
      reload(booking.id)
      toast(t('booking.toast.ratingUpdated'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  return (
    <BookingForm
      title={t('booking.rating.title', { id: booking.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
      isBlocked={!form.isChanged}
    >
      <Radio.Group
        size="sm"
        label={t('fields.score')}
        description={!mayScore && t('booking.rating.scoreLocked')}
        value={form.values.score}
        error={form.errorOf('score')}
        onChange={(score) => form.change({ score })}
      >
        <SimpleGrid cols={5} mt={4}>
          {scores.map((score) => (
            <Radio key={score} size="xs" value={String(score)} label={score} disabled={!mayScore} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Checkbox.Group
        size="sm"
        label={t('fields.toImprove')}
        value={form.values.toImprove}
        onChange={(toImprove) => form.change({ toImprove })}
      >
        <SimpleGrid cols={{ base: 2, xs: 3 }} mt={4}>
          {improvementsToChoose.map((category) => (
            <Checkbox
              key={category}
              size="xs"
              value={category}
              label={t(labelKey('improvement', category) ?? category)}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </BookingForm>
  )
}

/** The passenger's rating of the ride. */
const ShowRating = (props: BookingModalProps) => {
  const { booking, onClose } = props
  const { t } = useTranslation()
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [...bookingKey(booking.id), 'rating'],
    queryFn: ({ signal }) => client(ratings.ofBooking, { params: { idBooking: booking.id }, signal }),
    gcTime: 0,
  })
  if (data?.rating) return <RatingForm {...props} rating={data.rating} />
  return (
    <Modal opened onClose={() => onClose()} title={t('booking.rating.title', { id: booking.id })} size="md">
      {error || data ? (
        <Text size="sm" role="alert">
          {error?.message ?? t('booking.rating.none')}
        </Text>
      ) : (
        <Loader size="sm" aria-label={t('list.loadingMessage')} />
      )}
    </Modal>
  )
}

export default ShowRating
