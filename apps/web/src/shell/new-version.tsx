import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchVersion } from '../kit/new-version.ts'

const startSeconds = 30

const VersionCountdown = ({ reload }: { reload: () => void }) => {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(startSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (seconds <= 0) reload()
  }, [seconds, reload])
  return (
    <UnstyledButton fz="sm" aria-live="off" onClick={reload}>
      {t('version.text', { seconds: Math.max(0, seconds) })}
    </UnstyledButton>
  )
}

const VersionTitle = () => useTranslation().t('version.title')

type NewVersionProps = { build: string; reload?: () => void }

const reloadPage = () => location.reload()

/** Announces a new version, counts down and reloads; a click anywhere on the toast reloads at once (P-082, P-083). */
export const NewVersion = ({ build, reload = reloadPage }: NewVersionProps) => {
  useEffect(
    () =>
      watchVersion({
        build,
        onNew: () =>
          notifications.show({
            id: 'new-version',
            title: <VersionTitle />,
            message: <VersionCountdown reload={reload} />,
            autoClose: false,
            withCloseButton: false,
            style: { cursor: 'pointer' },
            onClick: reload,
          }),
      }),
    [build, reload],
  )
  return null
}
