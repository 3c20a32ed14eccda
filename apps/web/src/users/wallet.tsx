import { Button, Group } from '@mantine/core'
import type { UserDetail } from '@parada/contract/calls/users'
import type { WalletMovement } from '@parada/contract/calls/wallet'
import { mayAccess } from '@parada/domain/access/permissions'
import { byDay, unitsOf } from '@parada/domain/user/wallet'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { opensBookings } from '../booking/record/booking-lines.tsx'
import { formatsFor } from '../kit/format.ts'
import { Modal } from '../kit/modal.tsx'
import { useSessionState } from '../session/use-session.ts'
import { Block } from './block.tsx'
import { useWallet } from './user-record.ts'
import classes from './users.module.css'

const shownAtFirst = 5

const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Movements by day, newest first, each linked to its booking. */
const Movements = ({ movements }: { movements: readonly WalletMovement[] }) => {
  const { t, i18n } = useTranslation()
  const { date, money } = formatsFor(i18n.language)
  const mayOpen = useSessionState(({ grants }) => mayAccess(grants, opensBookings))
  return (
    <ol className={classes.days}>
      {byDay(movements, readerZone()).map((day) => (
        <li key={day.date}>
          <h3>
            <time dateTime={new Date(day.date).toISOString()}>{date(day.date)}</time>
          </h3>
          <ul>
            {day.movements.map(({ id, amount, concept, idBooking }) => (
              <li key={id}>
                <span>
                  {concept}{' '}
                  {idBooking !== null &&
                    (mayOpen ? (
                      <Link to="/services/$id" params={{ id: String(idBooking) }}>
                        {t('user.wallet.booking', { id: idBooking })}
                      </Link>
                    ) : (
                      <small>{t('user.wallet.booking', { id: idBooking })}</small>
                    ))}
                </span>
                <b data-out={amount < 0 || undefined}>
                  {amount > 0 && '+'}
                  {money(unitsOf(amount))}
                </b>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

type Wallet = ReturnType<typeof useWallet>

const movementsIn = ({ data }: Wallet) => data?.pages.flatMap(({ movements }) => movements) ?? []

const Balance = ({ wallet }: { wallet: Wallet }) => {
  const { t, i18n } = useTranslation()
  const balance = wallet.data?.pages[0]?.balance
  if (balance === undefined) return null
  return (
    <p className={classes.figure}>
      <b>{formatsFor(i18n.language).money(unitsOf(balance))}</b> <span>{t('user.wallet.balance')}</span>
    </p>
  )
}

/** All movements; further pages are appended. */
const WalletDetail = ({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) => {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = wallet
  return (
    <Modal opened onClose={onClose} title={t('user.wallet.detail')} size="lg">
      <Balance wallet={wallet} />
      <Movements movements={movementsIn(wallet)} />
      {isFetchNextPageError && (
        <p role="alert" className={classes.failed}>
          {t('user.partFailed', { message: error?.message })}
        </p>
      )}
      {hasNextPage && (
        <Group justify="center" mt="sm">
          <Button
            type="button"
            size="xs"
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t(isFetchNextPageError ? 'common.tryAgain' : 'user.wallet.more')}
          </Button>
        </Group>
      )}
    </Modal>
  )
}

export const WalletBlock = ({ user }: { user: UserDetail }) => {
  const { t } = useTranslation()
  const wallet = useWallet(user.id, user.paymentProfileBeanList[0]?.id ?? user.id)
  const [isOpen, setOpen] = useState(false)
  const movements = movementsIn(wallet)
  const isWhole = movements.length <= shownAtFirst
  // A further page that fails is reported in the modal, where it was requested.
  const failure = wallet.data ? { ...wallet, error: null } : wallet
  return (
    <Block title={t('user.wallet.title')} query={failure}>
      {wallet.data && (
        <>
          <Balance wallet={wallet} />
          {movements.length === 0 && <p className={classes.soft}>{t('user.wallet.none')}</p>}
          <Movements movements={movements.slice(0, shownAtFirst)} />
          {!isWhole && (
            <Button type="button" size="compact-sm" variant="default" mt={6} onClick={() => setOpen(true)}>
              {t('user.wallet.all')}
            </Button>
          )}
        </>
      )}
      {isOpen && <WalletDetail wallet={wallet} onClose={() => setOpen(false)} />}
    </Block>
  )
}
