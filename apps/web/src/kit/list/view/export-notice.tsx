import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { toFailure } from '../../client.ts'
import { type Progress, saveFile } from '../../download.ts'
import { failedToast } from '../../failed-toast.ts'
import { formatsFor } from '../../format.ts'
import { log } from '../../log.ts'
import { toast } from '../../toast.tsx'
import { toastPriority } from '../../toast-priority.ts'
import { exportList } from '../data/export.ts'
import classes from './export.module.css'

/** More frequent updates could not be read. */
const updateMs = 250

const megabyte = 1_000_000

type NoticeProps = { progress: Progress | undefined; language: string; onStop: () => void }

/** The progress of a file: its total number of rows, the amount received, and a button to stop it. */
const Notice = ({ progress, language, onStop }: NoticeProps) => {
  const { t } = useTranslation()
  const format = formatsFor(language)
  const words = progress
    ? [
        ...(progress.rows === undefined ? [] : [t('list.exportRows', { n: format.count(progress.rows) })]),
        t('list.exportReceived', { n: format.number(Math.round(progress.bytes / (megabyte / 10)) / 10) }),
      ].join(' · ')
    : t('list.loadingMessage')
  return (
    <div className={classes.notice}>
      <span role="progressbar" aria-label={t('list.exportProgress')} aria-valuetext={words} className={classes.words}>
        {words}
      </span>
      <UnstyledButton className={classes.stop} onClick={onStop}>
        {t('list.exportStop')}
      </UnstyledButton>
    </div>
  )
}

type Export = Omit<Parameters<typeof exportList>[0], 'signal' | 'onProgress' | 'save'>

let started = 0

/** Saves the list in the background. A notice shows the progress until the file is saved, stopped or refused. */
export const startExport = async (what: Export) => {
  const id = `export-${++started}`
  const stopping = new AbortController()
  let progress: Progress | undefined
  let shownAt = 0
  const notice = () => ({
    id,
    title: i18next.t('list.exporting', { list: what.title }),
    message: <Notice progress={progress} language={what.language} onStop={() => stopping.abort()} />,
    loading: true,
    autoClose: false as const,
    withCloseButton: false,
    role: 'status',
    priority: toastPriority.answer,
  })
  const onProgress = (now: Progress) => {
    progress = now
    if (Date.now() - shownAt < updateMs) return
    shownAt = Date.now()
    notifications.update(notice())
  }
  notifications.show(notice())
  try {
    const outcome = await exportList({ ...what, signal: stopping.signal, onProgress, save: saveFile })
    toast(i18next.t(outcome))
  } catch (cause) {
    if (stopping.signal.aborted) return toast(i18next.t('list.exportStopped'))
    const { message } = toFailure(cause)
    log(message, cause)
    failedToast(message)
  } finally {
    notifications.hide(id)
  }
}
