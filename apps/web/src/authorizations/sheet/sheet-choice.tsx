import { Button, Group, Input, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { authorizationStatus } from '@parada/domain/authorization/status'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toFailure } from '../../kit/client.ts'
import { fileNameIn, saveFile, useDownload } from '../../kit/download.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import { formatsFor } from '../../kit/format.ts'
import { useAccounts } from '../authorization-record.ts'
import classes from './sheet.module.css'

type Choice = { idPaymentAccount?: number; status: 0 | 1 }
type Props = {
  file: File | undefined
  onFile: (file: File | undefined) => void
  isReading: boolean
  onRead: (file: File, choice: Choice) => void
  onClose: () => void
  /** The error of the last file. */
  children: ReactNode
}

/** Chooses the file, its account and the initial status of new people. */
export const SheetChoice = ({ file, onFile, isReading, onRead, onClose, children }: Props) => {
  const { t, i18n } = useTranslation()
  const download = useDownload()
  // The file input cannot show a file that was dropped on the page, so its name is shown separately.
  const [dropped] = useState(file)
  const [chosen, setChosen] = useState<string>()
  const [status, setStatus] = useState<0 | 1>(authorizationStatus.pending)
  const { accounts = [] } = useAccounts()
  // A single account is preselected and applies to every row.
  const account = chosen ?? (accounts.length === 1 ? String(accounts[0]?.id) : '')
  const ofAccount = account === '' ? {} : { idPaymentAccount: Number(account) }

  const saveTemplate = async () => {
    try {
      const language = i18n.language === 'es' ? 'es' : 'en'
      const answer = await download?.(authorizationSheets.template, { query: { ...ofAccount, language } })
      if (answer) saveFile(answer.data, fileNameIn(answer.disposition) ?? 'people.xlsx')
    } catch (problem) {
      failedToast(toFailure(problem).message)
    }
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('sheet.intro', { rows: formatsFor(i18n.language).count(sheetLimits.rows) })} </Text>
      <Input.Wrapper id="sheet-file" label={t('sheet.file')} description={file === dropped && file?.name}>
        <input
          id="sheet-file"
          className={classes.file}
          type="file"
          accept=".xlsx,.csv,.tsv,.txt"
          data-autofocus
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
        />
      </Input.Wrapper>
      <NativeSelect
        label={t('fields.idPaymentAccount')}
        description={t('sheet.accountHint')}
        value={account}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={[
          { value: '', label: t('sheet.accountInRow') },
          ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Radio.Group
        label={t('sheet.startAs')}
        value={String(status)}
        onChange={(value) => setStatus(value === '1' ? authorizationStatus.active : authorizationStatus.pending)}
      >
        <Group gap="md" mt={4}>
          {[authorizationStatus.pending, authorizationStatus.active].map((one) => (
            <Radio key={one} value={String(one)} label={t(`codes.authorizationStatus.${one}`)} />
          ))}
        </Group>
      </Radio.Group>
      {children}
      <Group justify="space-between" gap="xs">
        <Button size="xs" variant="subtle" onClick={saveTemplate}>
          {t('sheet.template')}
        </Button>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            {t('common.back')}
          </Button>
          <Button
            size="xs"
            disabled={!file}
            loading={isReading}
            onClick={() => file && onRead(file, { ...ofAccount, status })}
          >
            {t('sheet.preview')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
