import { Stack, Text } from '@mantine/core'
import { type TicketTitle, ticketTitles } from '@parada/contract/calls/ticket-titles'
import { stateColor } from '@parada/domain/code-colors'
import { enabledDaysOf } from '@parada/domain/trip/titles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { formatsFor } from '../kit/format.ts'
import { useListFormat } from '../kit/list/view/use-list-format.ts'
import { Modal } from '../kit/modal.tsx'
import { State } from '../kit/state.tsx'
import { type Fact, Facts } from './facts.tsx'
import classes from './tickets.module.css'
import { expiryWords, hourWords, supplierWords } from './title-words.ts'
import { useSupplierNames } from './use-suppliers.ts'

/** D L M X J V S, with the days on which the title cannot be used struck out. */
const Days = ({ flags }: { flags: string }) => (
  <ul className={classes.days}>
    {enabledDaysOf(flags).map(({ letter, isEnabled }) => (
      <li key={letter} data-off={!isEnabled || undefined}>
        {isEnabled ? letter : <del>{letter}</del>}
      </li>
    ))}
  </ul>
)

const TitleFacts = ({ title }: { title: TicketTitle }) => {
  const { t, i18n } = useTranslation()
  const { money } = formatsFor(i18n.language)
  const { code } = useListFormat()
  const { names } = useSupplierNames()
  const facts: Fact[] = [
    [
      t('fields.status'),
      <State key="status" color={stateColor('ticketTitleStatus', title.status)}>
        {code('ticketTitleStatus', title.status)}
      </State>,
    ],
    [t('fields.internalDescription'), title.internalDescription],
    [t('fields.idPublicTransportSuppliers'), supplierWords(title.idPublicTransportSuppliers, names)],
    [t('fields.passType'), code('passType', title.passType)],
    [t('fields.priceSupplier'), money(title.priceSupplier)],
    [t('fields.numberOfPasses'), title.numberOfPasses],
    [t('fields.availableValidations'), title.availableValidations],
    [t('fields.requiredValidationBeforeMinutes'), title.requiredValidationBeforeMinutes],
    [t('fields.expirationTicketMinutes'), expiryWords(title.expirationTicketMinutes, i18n.language)],
    [t('ticketTitle.hours'), `${hourWords(title.startH, title.startM)} – ${hourWords(title.endH, title.endM)}`],
    [t('fields.enabledDays'), <Days key="days" flags={title.enabledDays} />],
    [t('fields.internalCode'), title.internalCode],
    [t('fields.tags'), title.tags.join(', ')],
    [t('fields.notes'), title.notes],
  ]
  return <Facts facts={facts} />
}

/** A ticket title with everything stored about it. */
const TitleModal = ({ row, onClose }: { row: TicketTitle; onClose: () => void }) => {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [ticketTitles.read.path, row.id],
    queryFn: ({ signal }) => client(ticketTitles.read, { params: { id: row.id }, signal }),
  })
  return (
    <Modal opened onClose={onClose} title={row.name}>
      <Stack gap="sm">
        {error && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        {data && <TitleFacts title={data.ticketTitle} />}
      </Stack>
    </Modal>
  )
}

export default TitleModal
