import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Modal } from '../kit/modal.tsx'
import { type Warning, WarningLines } from './customer/warnings.tsx'
import { RouteSummary } from './summaries.tsx'
import type { Asking } from './use-wizard-state.ts'
import { useWizard } from './wizard-context.ts'

type Props = { onClose: () => void }

/** Refuses a pickup time in the past, stating its date and time (document 2, section 5). */
const PastStart = ({ onClose }: Props) => {
  const { t } = useTranslation()
  const { trouble, focus } = useWizard()
  const values = trouble && 'problem' in trouble ? trouble.values : undefined
  const close = () => {
    onClose()
    focus('when')
  }
  return (
    <Modal opened onClose={close} title={t('wizard.pastStart.title')} size="sm">
      <Stack gap="sm">
        <Text size="sm">{t('wizard.pastStart.text', { ...values })}</Text>
        <Group justify="flex-end">
          <Button size="xs" data-autofocus onClick={close}>
            {t('wizard.pastStart.change')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Asks for confirmation only if there is a warning, such as a blacklisted caller or a live booking. */
const ConfirmService = ({ onClose, warnings }: Props & { warnings: readonly Warning[] }) => {
  const { t } = useTranslation()
  const { book } = useWizard()
  return (
    <Modal opened onClose={onClose} title={t('wizard.confirm.title')} size="md">
      <Stack gap="sm">
        <WarningLines warnings={warnings} />
        <RouteSummary />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            {t('wizard.confirm.back')}
          </Button>
          <Button size="xs" data-autofocus onClick={() => book(true)}>
            {t('wizard.confirm.anyway')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export const Questions = ({ asking, warnings, onClose }: Props & { asking: Asking; warnings: readonly Warning[] }) => {
  if (asking === 'pastStart') return <PastStart onClose={onClose} />
  return asking === 'confirm' ? <ConfirmService onClose={onClose} warnings={warnings} /> : null
}
