import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The one modal shell. Its head is no banner of the page, which a bare header element would claim. */
export const Modal = (props: ModalProps) => {
  const { t } = useTranslation()
  return (
    <MantineModal
      closeButtonProps={{ 'aria-label': t('list.close') }}
      attributes={{ header: { role: 'presentation' } }}
      transitionProps={{ duration: 120 }}
      {...props}
    />
  )
}
