import { Button, Group, type ModalProps, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../modal.tsx'
import classes from './form.module.css'
import type { Form } from './use-form.ts'

type Props = {
  title: string
  /** The label of the sending button. */
  action: string
  /** The label of the closing button, if it is more than going back. */
  dismiss?: string
  form: Form
  onClose: () => void
  size?: ModalProps['size']
  isDanger?: boolean
  /** Disables sending, even if no rule is broken. */
  isBlocked?: boolean
  children: ReactNode
}

/** Every form over a screen: inputs, error, and the buttons. */
export const FormModal = (props: Props) => {
  const { title, action, dismiss, form, onClose, size = 'md', isDanger, isBlocked, children } = props
  const { t } = useTranslation()
  return (
    <Modal opened onClose={() => onClose()} title={title} size={size}>
      <form {...form.formProps}>
        <Stack gap="sm">
          {children}
          {form.failure && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {form.failure}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button
              type="button"
              variant="default"
              size="xs"
              // Enter pressed by habit must not destroy anything.
              {...(isDanger && { 'data-autofocus': true })}
              onClick={() => onClose()}
            >
              {dismiss ?? t('common.back')}
            </Button>
            <Button
              type="submit"
              size="xs"
              {...(isDanger && { color: 'red.8' })}
              disabled={isBlocked}
              loading={form.isPending}
              aria-keyshortcuts="Control+Enter"
            >
              {action}
              <span className={classes.keys} aria-hidden="true">
                Ctrl ↵
              </span>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
