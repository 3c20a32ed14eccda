import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Modals here are gone when they close, which the shell's own way of giving the focus back does not notice. */
const useFocusBack = () => {
  const [before] = useState(() => document.activeElement as HTMLElement | null)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before?.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** The one modal shell. Its head is no banner of the page, which a bare header element would claim. */
export const Modal = (props: ModalProps) => {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <MantineModal
      closeButtonProps={{ 'aria-label': t('common.close') }}
      attributes={{ header: { role: 'presentation' } }}
      transitionProps={{ duration: 120 }}
      {...props}
    />
  )
}
