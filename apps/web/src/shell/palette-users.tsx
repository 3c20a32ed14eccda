import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { type FoundUser, users } from '@parada/contract/calls/users'
import { isWorthFinding, searchLimits } from '@parada/domain/booking/search'
import { stateColor } from '@parada/domain/code-colors'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { useMay } from '../session/use-may.ts'
import { searchDelayMs, staleMs } from './palette-bookings.ts'
import classes from './shell.module.css'

const none: FoundUser[] = []

/** The users that match a text once typing pauses, for those who may see users. A failed search shows no message. */
export const useFoundUsers = (typed: string) => {
  const client = useClient()
  const may = useMay(users.search)
  const text = typed.trim()
  const [settled] = useDebouncedValue(text, searchDelayMs)
  const isAsked = may && isWorthFinding(text) && text.length <= searchLimits.most
  const { data, isFetching } = useQuery({
    queryKey: ['palette', 'users', settled],
    queryFn: ({ signal }) => client(users.search, { query: { text: settled }, signal }),
    enabled: isAsked && settled === text,
    staleTime: staleMs,
    gcTime: staleMs,
    retry: false,
  })
  const isAnswered = settled === text
  return {
    found: (isAsked && isAnswered ? data?.users : undefined) ?? none,
    isSearchingUsers: isAsked && (!isAnswered || isFetching),
  }
}

/** A found user: name, contact details, and whether they may book. */
export const PaletteUser = ({ user }: { user: FoundUser }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, firstName, lastName, userEmail, prefixMobileNumber, mobileNumber, status } = user
  const phone = mobileNumber && `+${prefixMobileNumber ?? ''} ${mobileNumber}`
  return (
    <Spotlight.Action
      className={classes.choice}
      onClick={() => navigate({ to: '/users/userDetail/$id', params: { id: String(id) } })}
    >
      <span className={classes.found}>
        <b>{id}</b>
        <span>{`${firstName} ${lastName}`.trim()}</span>
        <span className={classes.foundStart}>{phone}</span>
        <span className={classes.foundState} data-state={stateColor('userStatus', status)}>
          {t(`codes.userStatus.${status}`)}
        </span>
        <small>{userEmail}</small>
      </span>
    </Spotlight.Action>
  )
}
