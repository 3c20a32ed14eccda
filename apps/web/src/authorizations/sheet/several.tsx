import { TextInput } from '@mantine/core'
import { authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import { authorizations } from '@parada/contract/calls/authorizations'
import type { AuthorizationRow } from '@parada/contract/customer'
import type { AnswerOf } from '@parada/contract/kit'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BookingLines } from '../../booking/record/booking-lines.tsx'
import { useClient } from '../../kit/client.ts'
import { FormModal } from '../../kit/form/form-modal.tsx'
import { Notice } from '../../kit/form/notice.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { listKey } from '../../kit/list/data/list-data.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'

type Results = AnswerOf<typeof authorizationSheets.deactivate>['results']
type Props = {
  what: 'deactivate' | 'prolong'
  rows: readonly AuthorizationRow[]
  onClose: (isDone?: boolean) => void
}

const linesShown = 10

/** Noon UTC falls on the chosen day in every time zone west of UTC+12. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

const nameOf = (id: number, row: AuthorizationRow | undefined) =>
  `${row?.firstName ?? ''} ${row?.lastName ?? ''}`.trim() || `#${id}`

/** The authorizations left unchanged, grouped by reason. */
const Refused = ({ results, rows }: { results: Results; rows: readonly AuthorizationRow[] }) => {
  const { t } = useTranslation()
  const byReason = Map.groupBy(
    results.filter(({ problem }) => problem !== undefined),
    ({ problem }) => problem ?? '',
  )
  return [...byReason].map(([problem, of]) => (
    <Notice key={problem}>
      {t(problem)}:{' '}
      {of
        .map(({ id }) =>
          nameOf(
            id,
            rows.find((row) => row.id === id),
          ),
        )
        .join(', ')}
    </Notice>
  ))
}

/** Live bookings under the authorizations to deactivate; they stay as they are. */
const LiveBookings = ({ ids }: { ids: readonly number[] }) => {
  const { t } = useTranslation()
  const client = useClient()
  const query = { ids: ids.join() }
  const { data } = useQuery({
    queryKey: [authorizationSheets.liveBookings.path, query],
    queryFn: ({ signal }) => client(authorizationSheets.liveBookings, { query, signal }),
  })
  if (!data || data.total === 0) return null
  return (
    <Notice>
      {t('authorization.status.liveBookings', { count: data.total })}
      <BookingLines bookings={data.bookings.slice(0, linesShown)} />
      {data.total > linesShown && t('sheet.several.moreBookings', { count: data.total - linesShown })}
    </Notice>
  )
}

/** Applies one action to each of the selected rows, with a result for each. */
const Several = ({ what, rows, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const [results, setResults] = useState<Results>()
  // The versions seen on opening, so that later changes are detected.
  const [chosen] = useState(() => rows.map(({ id, version }) => ({ id, version })))
  const repeatKey = useRepeatKey()
  const form = useForm({
    initial: () => ({ expirationDate: '' }),
    problems: ({ expirationDate }) => ({
      expirationDate: what === 'prolong' && !expirationDate ? ('problems.cellNotDate' satisfies ProblemKey) : undefined,
    }),
    send: ({ expirationDate }) => {
      if (what === 'deactivate') {
        const body = { authorizations: chosen }
        return client(authorizationSheets.deactivate, { body, headers: repeatKey(body) })
      }
      const body = { authorizations: chosen, expirationDate: noonOf(expirationDate) }
      return client(authorizationSheets.prolong, { body, headers: repeatKey(body) })
    },
    onDone: (answer) => {
      void queries.invalidateQueries({ queryKey: listKey(authorizations.list) })
      const done = answer.results.filter(({ problem }) => problem === undefined).length
      if (done > 0) toast(t(`sheet.several.${what}Done`, { count: done }))
      if (done === answer.results.length) onClose(true)
      else setResults(answer.results)
    },
  })
  return (
    <FormModal
      title={t(`sheet.several.${what}Title`, { count: chosen.length })}
      action={t(`sheet.several.${what}`)}
      form={form}
      isDanger={what === 'deactivate'}
      isBlocked={results !== undefined}
      {...(results && { dismiss: t('common.close') })}
      onClose={() => onClose(results !== undefined)}
    >
      {results ? (
        <Refused results={results} rows={rows} />
      ) : what === 'prolong' ? (
        <TextInput type="date" data-autofocus label={t('sheet.several.until')} {...form.text('expirationDate')} />
      ) : (
        <>
          {t('sheet.several.deactivateText')}
          <LiveBookings ids={chosen.map(({ id }) => id)} />
        </>
      )}
    </FormModal>
  )
}

export default Several
