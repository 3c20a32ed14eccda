import { Button, Group, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../modal.tsx'

/** Asks before the user leaves a page with unsaved changes, except when an ended session leads to sign-in. */
export const LeaveGuard = ({ isHeld }: { isHeld: boolean }) => {
  const { t } = useTranslation()
  const { history } = useRouter()
  const [answer, setAnswer] = useState<(stays: boolean) => void>()
  // The router's own hook for this would end up in the chunk that every page loads.
  useEffect(() => {
    if (!isHeld) return
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation: { pathname } }) =>
        pathname !== currentLocation.pathname &&
        pathname !== '/pages/signin' &&
        new Promise<boolean>((resolve) =>
          setAnswer(() => (stays: boolean) => {
            setAnswer(undefined)
            resolve(stays)
          }),
        ),
    })
  }, [history, isHeld])
  if (!answer) return null
  const reset = () => answer(true)
  const proceed = () => answer(false)
  return (
    <Modal opened onClose={reset} title={t('common.leaveTitle')} size="sm">
      <Text size="sm">{t('common.leaveText')}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button type="button" size="xs" variant="default" data-autofocus onClick={reset}>
          {t('common.keepEditing')}
        </Button>
        <Button type="button" size="xs" color="red.8" onClick={proceed}>
          {t('common.discard')}
        </Button>
      </Group>
    </Modal>
  )
}
