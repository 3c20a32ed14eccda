import { Button, Group, type ModalProps, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../modal.tsx'
import classes from './form.module.css'
import type { Form } from './use-form.ts'

type Props = {
  title: string
  /** The label of the submit button. */
  action: string
  /** The label of the close button; 'Back' by default. */
  dismiss?: string
  form: Form
  onClose: () => void
  size?: ModalProps['size']
  isDanger?: boolean
  /** Disables submitting, even if no rule is broken. */
  isBlocked?: boolean
  /** The subject of the form, shown right below the title. */
  about?: ReactNode
  children: ReactNode
}

/** Escape, the cross and a click outside are easily hit by mistake, so a changed form asks once before it closes. */
const useLeaving = (isChanged: boolean, onClose: () => void) => {
  const [isAsked, setAsked] = useState(false)
  const typedIn = useRef<Element>(null)
  const ask = () => {
    typedIn.current = document.activeElement
    setAsked(true)
  }
  return {
    isAsked: isAsked && isChanged,
    leave: () => (isChanged && !isAsked ? ask() : onClose()),
    forget: () => setAsked(false),
    stay: () => {
      setAsked(false)
      if (typedIn.current instanceof HTMLElement) typedIn.current.focus()
    },
  }
}

const LeaveQuestion = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => {
  const { t } = useTranslation()
  return (
    <Group role="alert" className={classes.notice} justify="space-between" gap="xs">
      {t('common.unsaved')}
      <Group gap="xs">
        <Button type="button" size="compact-xs" variant="default" onClick={onStay}>
          {t('common.keepEditing')}
        </Button>
        <Button type="button" size="compact-xs" variant="default" onClick={onLeave}>
          {t('common.discard')}
        </Button>
      </Group>
    </Group>
  )
}

/** The modal of every form over a screen: inputs, error and buttons. */
export const FormModal = (props: Props) => {
  const { title, action, dismiss, form, onClose, size = 'md', isDanger, isBlocked, about, children } = props
  const { t } = useTranslation()
  const leaving = useLeaving(form.isChanged, onClose)
  return (
    <Modal opened onClose={leaving.leave} title={title} size={size}>
      <form {...form.formProps} onInput={leaving.forget}>
        <Stack gap="sm">
          {about}
          {children}
          {form.failure && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {form.failure}
            </Text>
          )}
          <div className={classes.foot}>
            {leaving.isAsked && <LeaveQuestion onStay={leaving.stay} onLeave={() => onClose()} />}
            <Group justify="flex-end" gap="xs">
              <Button
                type="button"
                variant="default"
                size="xs"
                // The safe button has the focus, so that Enter pressed by habit destroys nothing.
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
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
