import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keepTabInside, TakeFocus } from './focus.tsx'

/** The one modal shell. Its head is no banner of the page, which a bare header element would claim. */
export const Modal = ({ children, ...props }: ModalProps) => {
  const { t } = useTranslation()
  return (
    <MantineModal
      closeButtonProps={{ 'aria-label': t('common.close') }}
      attributes={{ header: { role: 'presentation' } }}
      transitionProps={{ duration: 120 }}
      trapFocus={false}
      onKeyDown={keepTabInside}
      {...props}
    >
      {children}
      <TakeFocus />
    </MantineModal>
  )
}
