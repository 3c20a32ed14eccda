import { Button, Group, Stack, Text } from '@mantine/core'
import { type TicketDetail, type TicketRow, ticketBreaks } from '@parada/contract/calls/tickets'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { stateColor } from '@parada/domain/code-colors'
import { isKeyOf, keysOf } from '@parada/domain/objects'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../kit/format.ts'
import lines from '../kit/lines.module.css'
import MissingRecord from '../kit/list/view/missing-record.tsx'
import { useListFormat } from '../kit/list/view/use-list-format.ts'
import { Modal } from '../kit/modal.tsx'
import { State } from '../kit/state.tsx'
import { useSessionState } from '../session/use-session.ts'
import { type Fact, Facts } from './facts.tsx'
import { mayOpenTicket, useTicket, useTicketJournal, useTicketPdf } from './ticket-record.ts'
import classes from './tickets.module.css'

type Props = { row: TicketRow; onClose: () => void }

const seesUsers = anyOf('viewUserByWhitelabel')

/** The account fields with the account's labels; authorization fields only have numbers. */
const useBreaks = (ticket: TicketDetail): Fact[] => {
  const { t } = useTranslation()
  const own = ticket.bookingBreaks.map(
    ({ id, label, value }): Fact => [label || t('fields.bookingBreakValue', { n: id }), value],
  )
  const others = keysOf(ticketBreaks)
    .filter((name) => name.startsWith('authorization'))
    .map((name, index): Fact => [t('fields.authorizationBreakValue', { n: index + 1 }), ticket[name]])
  return [...own, ...others]
}

const TicketFacts = ({ ticket }: { ticket: TicketDetail }) => {
  const { t, i18n } = useTranslation()
  const { money, time } = formatsFor(i18n.language)
  const { code } = useListFormat()
  const maySeeUsers = useSessionState(({ grants }) => mayAccess(grants, seesUsers))
  const breaks = useBreaks(ticket)
  const { idUser, priceCustomer, priceSupplier, timeValidated } = ticket
  const user =
    idUser !== null && maySeeUsers ? (
      <Link to="/users/userDetail/$id" params={{ id: String(idUser) }} aria-label={t('ticket.user', { id: idUser })}>
        {idUser}
      </Link>
    ) : (
      idUser
    )
  const facts: Fact[] = [
    [
      t('fields.status'),
      <State key="status" color={stateColor('ticketStatus', ticket.status)}>
        {code('ticketStatus', ticket.status)}
      </State>,
    ],
    [t('ticket.cancelReason'), ticket.cancelReason],
    [t('fields.title'), ticket.title],
    [t('fields.description'), ticket.description],
    [t('fields.transportName'), ticket.transportName],
    [t('fields.timeServiceStart'), time(ticket.timeServiceStart)],
    [t('ticket.validated'), timeValidated !== null && time(timeValidated)],
    [t('fields.priceCustomer'), priceCustomer !== null && money(priceCustomer)],
    [t('fields.priceSupplier'), priceSupplier !== null && money(priceSupplier)],
    [t('fields.paymentMethod'), code('paymentMethod', ticket.paymentMethod)],
    [t('fields.paymentAccount'), ticket.paymentAccount],
    [t('fields.idAuthorization'), ticket.idAuthorization],
    [t('fields.idUser'), user],
    [t('fields.entryChannel'), code('entryChannel', ticket.entryChannel)],
    [t('ticket.reference'), ticket.reference],
    [t('fields.idTicketTitle'), ticket.idTicketTitle],
    [t('fields.code'), ticket.code && <code key="code">{ticket.code}</code>],
    ...breaks,
  ]
  return <Facts facts={facts} />
}

/** The history of a ticket, newest first. */
const History = ({ id }: { id: number }) => {
  const { t, i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  const { data } = useTicketJournal(id)
  if (!data) return null
  return (
    <section className={classes.history} aria-label={t('ticket.history')}>
      <h3>{t('ticket.history')}</h3>
      <ol className={lines.lines}>
        {data.journal.toReversed().map(({ id: line, at, who, action }) => (
          <li key={line}>
            <time dateTime={new Date(at).toISOString()}>{time(at)}</time> <b>{who}</b>{' '}
            {t(`ticket.did.${action}`, { defaultValue: action })}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The part of the response selected in the URL (O3-10). */
const useResourceType = () => {
  const { resourceType = 'ticketToInvoice' } = useSearch({ strict: false }) as { resourceType?: string }
  return resourceType
}

const Opened = ({ row, onClose }: Props) => {
  const { t } = useTranslation()
  const resourceType = useResourceType()
  const save = useTicketPdf()
  const { data, error } = useTicket(row.id)
  const ticket = data && isKeyOf(data, resourceType) ? data[resourceType] : undefined
  const failure = error?.message ?? (data && !ticket && t('ticket.notFound', { id: row.id }))
  return (
    <Modal opened onClose={onClose} title={t('ticket.title', { locator: row.locator })} size="lg">
      <Stack gap="sm">
        {failure && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {failure}
          </Text>
        )}
        {ticket && (
          <>
            <TicketFacts ticket={ticket} />
            <History id={ticket.id} />
            <Group justify="flex-end">
              <Button type="button" size="xs" variant="default" data-autofocus onClick={() => save(ticket)}>
                {t('ticket.pdf')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  )
}

/** A ticket, for those who may see the tickets of its supplier (L-077). */
const TicketModal = ({ row, onClose }: Props) => {
  const { t } = useTranslation()
  const mayOpen = useSessionState(({ grants }) => mayOpenTicket(grants, row))
  if (mayOpen) return <Opened row={row} onClose={onClose} />
  const title = t('ticket.title', { locator: row.locator })
  return (
    <MissingRecord title={title} message={t('ticket.refused', { supplier: row.transportName })} onClose={onClose} />
  )
}

export default TicketModal
