import { Button } from '@mantine/core'
import type { Journey, journeysOf } from '@parada/contract/journey'
import { mayAccess } from '@parada/domain/access/permissions'
import { labelKey } from '@parada/domain/codes'
import { journeyStatus } from '@parada/domain/trip/journey'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { formatsFor } from '../../kit/format.ts'
import classes from '../../kit/lines.module.css'
import { recordKey } from '../../kit/record-key.ts'
import { useSessionState } from '../../session/use-session.ts'
import { opensBookings } from './booking-lines.tsx'

type JourneyCall = ReturnType<typeof journeysOf>

/** The journeys of a user or an authorization, page by page. */
export const useJourneys = (call: JourneyCall, id: number) => {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...recordKey(call, id), 'journeys'],
    queryFn: ({ pageParam, signal }) => client(call, { params: { id }, query: { pageNumber: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMoreResults }, pages) => (hasMoreResults ? pages.length : undefined),
  })
}

const useStatusWords = () => {
  const { t } = useTranslation()
  return ({ mode, status }: Journey) => {
    const key = labelKey(journeyStatus[mode], status)
    return key ? t(key) : ''
  }
}

/** The journeys of all modes on one timeline: time, mode, state and route. */
export const Journeys = ({ query }: { query: ReturnType<typeof useJourneys> }) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const words = useStatusWords()
  const mayOpen = useSessionState(({ grants }) => mayAccess(grants, opensBookings))
  const lines = query.data?.pages.flatMap(({ journeys }) => journeys) ?? []
  return (
    <>
      {query.data && lines.length === 0 && <p>{t('journeys.none')}</p>}
      <ol className={classes.lines}>
        {lines.map((line) => (
          <li key={`${line.mode} ${line.id}`}>
            <time dateTime={new Date(line.at).toISOString()}>{time(line.at)}</time> <b>{t(`journeys.${line.mode}`)}</b>{' '}
            {line.mode === 'taxi' && mayOpen ? (
              <Link to="/services/$id" params={{ id: String(line.id) }}>
                {line.id}
              </Link>
            ) : (
              line.id
            )}
            {words(line) && ` · ${words(line)}`}
            <small>{[line.from, line.to].filter(Boolean).join(' → ')}</small>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          type="button"
          size="compact-sm"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('journeys.more')}
        </Button>
      )}
    </>
  )
}
