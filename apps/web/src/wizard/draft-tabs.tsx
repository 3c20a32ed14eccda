import { ActionIcon, Button, Kbd, UnstyledButton } from '@mantine/core'
import type { Draft } from '@parada/domain/wizard/draft'
import { IconArrowBackUp, IconKeyboard, IconPhone, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OpenDraft } from './draft-store.ts'
import classes from './wizard.module.css'

/** The caller, as far as the draft knows. */
const callerOf = ({ customer, phoneNumber }: Draft) => customer?.name || phoneNumber

type Props = {
  open: readonly OpenDraft[]
  draft: Draft
  onOpen: (draft: OpenDraft) => void
  onClose: (key: string) => void
  /** The draft closed last, which can be brought back. */
  closed: OpenDraft | undefined
  onBringBack: () => void
  onNew: () => void
  onHelp: () => void
}

/** Offers an unfinished call beside the new one, instead of in its place. */
export const Unfinished = ({ one, onOpen }: { one: OpenDraft; onOpen: () => void }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.unfinished}>
      {t('wizard.unfinished', { who: callerOf(one.draft) || t('wizard.unnamed') })}
      <Button size="compact-xs" variant="default" rightSection={<Kbd size="xs">Alt M</Kbd>} onClick={onOpen}>
        {t('wizard.continue')}
      </Button>
    </p>
  )
}

/** A tab for each call's draft: the current one and those that wait. */
export const DraftTabs = ({ open, draft, onOpen, onClose, closed, onBringBack, onNew, onHelp }: Props) => {
  const { t } = useTranslation()
  const { phoneNumber, phoneNumberDialed } = draft
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{t(titleOf(draft))}</h1>
      {phoneNumberDialed && (
        <span className={classes.line}>
          <IconPhone size={14} aria-hidden="true" /> {phoneNumber} {t('wizard.dialed', { number: phoneNumberDialed })}
        </span>
      )}
      <nav aria-label={t('wizard.drafts')} className={classes.tabs}>
        {open.map((one, index) => {
          const name = t('wizard.draft', { n: index + 1 })
          const isActive = one.draft.key === draft.key
          return (
            <span key={one.draft.key} className={classes.tab} data-active={isActive}>
              <UnstyledButton aria-current={isActive ? 'page' : undefined} onClick={() => onOpen(one)}>
                {name}
                {callerOf(one.draft) && <span className={classes.soft}> {callerOf(one.draft)}</span>}
              </UnstyledButton>
              {open.length > 1 && !one.draft.isSent && (
                <ActionIcon
                  size="xs"
                  variant="subtle"
                  color="gray"
                  aria-label={t('wizard.closeDraft', { name })}
                  onClick={() => onClose(one.draft.key)}
                >
                  <IconX size={12} />
                </ActionIcon>
              )}
            </span>
          )
        })}
        {closed && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconArrowBackUp size={14} />}
            rightSection={<Kbd size="xs">Alt Z</Kbd>}
            aria-keyshortcuts="Alt+Z"
            onClick={onBringBack}
          >
            {t('wizard.bringBack', { who: callerOf(closed.draft) })}
          </Button>
        )}
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('wizard.newDraft')}
          aria-keyshortcuts="Alt+N"
          title={`${t('wizard.newDraft')} (Alt N)`}
          onClick={onNew}
        >
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('wizard.shortcuts')}
          aria-keyshortcuts="F1"
          title={`${t('wizard.shortcuts')} (?)`}
          onClick={onHelp}
        >
          <IconKeyboard size={16} />
        </ActionIcon>
      </nav>
    </header>
  )
}

const titles = {
  'new-booking': 'screens.newBooking',
  'to-invoice': 'screens.newServiceToInvoice',
  historic: 'screens.newServiceHistoric',
} as const

/** The same title as in the menu. */
const titleOf = ({ variant, kind }: Draft) =>
  variant === 'new-booking' && kind === 'authorization' ? 'screens.newBookingAuthorization' : titles[variant]
