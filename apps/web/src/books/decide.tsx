import { Button, Group, Radio, Stack, Table, Text, Textarea } from '@mantine/core'
import { finishedBookings } from '@parada/contract/calls/finished-bookings'
import { services } from '@parada/contract/calls/services'
import type { AnswerOf, BodyOf } from '@parada/contract/kit'
import { type Decision, decisions, mayTakeExpected } from '@parada/domain/booking/decision'
import type { ValidatedErrorKey } from '@parada/domain/booking/edit'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailed, toFailure, useClient } from '../kit/client.ts'
import { Notice } from '../kit/form/notice.tsx'
import { formatsFor } from '../kit/format.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { Modal } from '../kit/modal.tsx'
import { problemWords } from '../kit/problem-words.ts'
import { randomKey } from '../kit/random-key.ts'
import { toast } from '../kit/toast.tsx'
import { causeOf } from './validation.ts'

type DecisionInput = BodyOf<typeof finishedBookings.decide>
type Answer = AnswerOf<typeof finishedBookings.decide>
type Props = { view: string | undefined; query: Readonly<Record<string, unknown>>; onClose: () => void }

/** The result of a decision, both as a preview and once it is applied. */
const Outcome = ({ answer, isDone }: { answer: Answer; isDone: boolean }) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const refused = answer.results.filter(({ problem }) => problem !== undefined)
  const byProblem = [...Map.groupBy(refused, ({ problem }) => problem ?? '')]
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {t(isDone ? 'finished.decided' : 'finished.wouldDecide', {
          found: format.count(answer.found),
          validated: format.count(answer.validated),
        })}
      </Text>
      {answer.hasMore && <Text size="sm">{t('finished.hasMore', { n: format.count(answer.found) })}</Text>}
      <Table withRowBorders={false} verticalSpacing={2} fz="sm">
        <Table.Tbody>
          {answer.sums.map(({ currency, before, after }) => (
            <Table.Tr key={currency}>
              <Table.Th scope="row">{t('finished.sum')}</Table.Th>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                {format.money(before, currency)}
              </Table.Td>
              <Table.Td>→</Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                {format.money(after, currency)}
              </Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                ({after > before ? '+' : after < before ? '−' : ''}
                {format.money(Math.abs(after - before), currency)})
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {byProblem.map(([problem, of]) => (
        <Notice key={problem}>
          {t('finished.left', { n: format.count(of.length) })} {problemWords(t, problem)}{' '}
          {of.map(({ id }) => `#${id}`).join(', ')}
        </Notice>
      ))}
    </Stack>
  )
}

/** The preview of a decision, requested again whenever the input changes. */
const usePreview = (asked: DecisionInput) => {
  const client = useClient()
  return useQuery({
    queryKey: ['decide', asked],
    queryFn: ({ signal }) => client(finishedBookings.decide, { body: asked, signal }),
    // Keeps the sums on screen while a reason is typed.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
}

/** Applies one decision to every booking with the error in view. Shows the sum first, and can be undone. */
const Decide = ({ view, query: narrowed, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const [cause] = useState((): ValidatedErrorKey => causeOf(view) ?? 'other')
  // Frozen when the modal opens: a date range that moves with the clock must not change which bookings are decided.
  const [query] = useState(narrowed)
  const [decision, setDecision] = useState<Decision>('accept')
  const [reason, setReason] = useState('')
  const [done, setDone] = useState<{ answer: Answer; key: string }>()
  const [failure, setFailure] = useState<CallFailed>()
  const [isBusy, setBusy] = useState(false)
  const asked: DecisionInput = { ...query, cause, decision, ...(reason.trim() && { reason: reason.trim() }) }
  const preview = usePreview(asked)
  const reload = () => queries.invalidateQueries({ queryKey: listKey(finishedBookings.list) })

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    await work().catch((problem) => setFailure(toFailure(problem)))
    setBusy(false)
  }
  /** The bookings that the preview would change, with the versions it saw. */
  const bookings = (preview.data?.results ?? []).flatMap(({ id, version, problem }) =>
    problem === undefined ? [{ id, version }] : [],
  )
  const apply = () =>
    attempt(async () => {
      const key = randomKey()
      const headers = { 'Undo-Key': key, 'Idempotency-Key': key }
      setDone({ answer: await client(finishedBookings.decide, { body: { ...asked, bookings }, headers }), key })
      await reload()
    })
  const undo = ({ key }: { key: string }) =>
    attempt(async () => {
      await client(services.undo, { body: { key } })
      await reload()
      toast(t('finished.undone'))
      onClose()
    })

  const shown = done?.answer ?? preview.data
  const doable = shown?.results.filter(({ problem }) => problem === undefined).length ?? 0
  const problem = failure ?? (preview.error ? toFailure(preview.error) : undefined)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('finished.decideTitle', { cause: t(`booking.errors.${cause}`) })}
      size="lg"
    >
      <Stack gap="sm">
        {!done && (
          <>
            <Radio.Group
              label={t('finished.decision')}
              value={decision}
              onChange={(value) => setDecision(decisions.find((one) => one === value) ?? 'accept')}
            >
              <Stack gap={6} mt={4}>
                <Radio data-autofocus value="accept" label={t('finished.accept')} />
                {mayTakeExpected(cause) && <Radio value="expected" label={t('finished.expected')} />}
              </Stack>
            </Radio.Group>
            <Textarea
              label={t('finished.reason')}
              description={t('finished.reasonHint')}
              value={reason}
              maxLength={200}
              rows={2}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </>
        )}
        {shown && <Outcome answer={shown} isDone={done !== undefined} />}
        {problem && <Notice>{problem.message}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(done ? 'common.close' : 'common.back')}
          </Button>
          {done ? (
            <Button variant="default" disabled={isBusy || doable === 0} onClick={() => undo(done)}>
              {t('finished.undo')}
            </Button>
          ) : (
            <Button disabled={isBusy || preview.isFetching || bookings.length === 0} onClick={apply}>
              {preview.data ? t('finished.apply', { count: bookings.length }) : t('list.loadingMessage')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

export default Decide
