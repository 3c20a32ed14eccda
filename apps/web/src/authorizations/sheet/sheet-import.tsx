import { Button, Group, Stack, Text } from '@mantine/core'
import { type AuthorizationSheet, authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure } from '../../kit/client.ts'
import { fileNameIn, saveFile, useDownload } from '../../kit/download.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import { formatsFor } from '../../kit/format.ts'
import { Modal } from '../../kit/modal.tsx'
import { toast } from '../../kit/toast.tsx'
import classes from './sheet.module.css'
import { SheetChoice } from './sheet-choice.tsx'
import { SheetRows } from './sheet-rows.tsx'
import { type SheetStage, useSheet } from './use-sheet.ts'

const isBusy = (stage: SheetStage) => stage === 'writing' || stage === 'stopping'

/** The effect of confirming, then the progress, then the result, in exact numbers. */
const Outcome = ({ sheet, stage }: { sheet: AuthorizationSheet; stage: SheetStage }) => {
  const { t, i18n } = useTranslation()
  const format = formatsFor(i18n.language)
  const { counts, written, left } = sheet
  const numbers = {
    added: format.count(counts.new),
    changed: format.count(counts.changed),
    refused: format.count(counts.refused),
    written: format.count(written),
    left: format.count(left),
    total: format.count(written + left),
  }
  const words =
    stage === 'looking'
      ? left > 0
        ? t('sheet.question', numbers)
        : t('sheet.nothingToWrite', numbers)
      : t(isBusy(stage) ? 'sheet.progress' : left > 0 ? 'sheet.stopped' : 'sheet.done', numbers)
  return (
    <>
      {isBusy(stage) && (
        <progress
          className={classes.progress}
          value={written}
          max={written + left}
          aria-label={t('sheet.writing')}
          aria-valuetext={words}
        />
      )}
      <Text size="sm" role="status" className={classes.figures}>
        {words}
      </Text>
    </>
  )
}

type Props = { dropped?: File; onClose: () => void }

/** Imports a sheet of people: choose a file, check its rows, confirm, write, and download the refused rows. */
const SheetImport = ({ dropped, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const download = useDownload()
  const [file, setFile] = useState(dropped)
  const { stage, sheet, failure, read, write, stop } = useSheet()
  const body = useRef<HTMLDivElement>(null)
  // The button that led to a stage is gone in it; the rows, not the next button, take the focus, so that a second Enter does nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage is not read, its change is the reason
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [stage])

  /** Rows already written stay, and a toast says how many. */
  const close = () => {
    if (isBusy(stage) && sheet) toast(t('sheet.closed', { written: formatsFor(i18n.language).count(sheet.written) }))
    onClose()
  }
  const saveRefused = async ({ id }: AuthorizationSheet) => {
    try {
      const language = i18n.language === 'es' ? 'es' : 'en'
      const answer = await download?.(authorizationSheets.refused, { params: { id }, query: { language } })
      if (answer) saveFile(answer.data, fileNameIn(answer.disposition) ?? 'refused.xlsx')
    } catch (problem) {
      failedToast(toFailure(problem).message)
    }
  }
  const problem = failure && (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {failure.message}
    </Text>
  )
  const title = sheet ? t('sheet.titleOf', { name: sheet.fileName }) : t('sheet.add')
  return (
    <Modal opened onClose={close} title={title} size={sheet ? '90rem' : 'md'}>
      <div ref={body}>
        {sheet ? (
          <Stack gap="sm">
            <SheetRows sheet={sheet} isHeld={isBusy(stage)} />
            <Outcome sheet={sheet} stage={stage} />
            {problem}
            <Group justify="space-between" gap="xs">
              <Button
                size="xs"
                variant="default"
                disabled={isBusy(stage) || sheet.counts.refused === 0}
                onClick={() => saveRefused(sheet)}
              >
                {t('sheet.saveRefused')}
              </Button>
              <Group gap="xs">
                {isBusy(stage) ? (
                  <Button size="xs" variant="default" disabled={stage === 'stopping'} onClick={stop}>
                    {t('sheet.stop')}
                  </Button>
                ) : (
                  <Button size="xs" variant="default" onClick={close}>
                    {t(stage === 'looking' ? 'common.back' : 'common.close')}
                  </Button>
                )}
                {(stage === 'looking' || stage === 'stopped') && sheet.left > 0 && (
                  <Button size="xs" onClick={() => write(sheet)}>
                    {t(stage === 'looking' ? 'sheet.confirm' : 'sheet.continue', { count: sheet.left })}
                  </Button>
                )}
              </Group>
            </Group>
          </Stack>
        ) : (
          <SheetChoice file={file} onFile={setFile} isReading={stage === 'reading'} onRead={read} onClose={onClose}>
            {problem}
          </SheetChoice>
        )}
      </div>
    </Modal>
  )
}

export default SheetImport
