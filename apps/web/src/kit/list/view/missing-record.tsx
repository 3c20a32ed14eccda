import { Text } from '@mantine/core'
import { Modal } from '../../modal.tsx'

type Props = { title: string; message: string; onClose: () => void }

/** Says that there is no such record, or why it could not be loaded. */
const MissingRecord = ({ title, message, onClose }: Props) => (
  <Modal opened onClose={onClose} title={title} size="sm">
    <Text size="sm" role="alert">
      {message}
    </Text>
  </Modal>
)

export default MissingRecord
