import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { keepTabInside, TakeFocus } from './focus.tsx'

/** The only modal shell. Without the role, its header element would count as a banner of the page. */
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
