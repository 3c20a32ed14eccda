import { Group, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Modal } from './modal.tsx'

type Props = { opened: boolean; title?: string; message?: string }

/** For work that must not be interrupted. It closes when the work is done, not by any key. */
export const LoadingModal = ({ opened, title, message }: Props) => {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title ?? t('list.loadingTitle')}
      size="xs"
      centered
    >
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden="true" />
        <Text size="sm" role="status">
          {message ?? t('list.loadingMessage')}
        </Text>
      </Group>
    </Modal>
  )
}
