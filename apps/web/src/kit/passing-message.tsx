import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Modal } from './modal.tsx'

const closesAfterMs = 2_000

/** Says that something is on its way, and closes by itself. */
export const PassingMessage = ({ title, text, onClose }: { title: string; text: string; onClose: () => void }) => {
  const [close] = useState(() => onClose)
  useEffect(() => {
    const timer = setTimeout(close, closesAfterMs)
    return () => clearTimeout(timer)
  }, [close])
  return (
    <Modal opened onClose={close} title={title} size="md">
      <Text size="sm" role="status">
        {text}
      </Text>
    </Modal>
  )
}
