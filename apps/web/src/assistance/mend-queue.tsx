import { Button, Group, Loader, Text } from '@mantine/core'
import { assistance } from '@parada/contract/calls/assistance'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { Modal } from '../kit/modal.tsx'
import CasePanel from './case-panel.tsx'

type Props = { query: Readonly<Record<string, unknown>>; onClose: () => void }

const most = 200

/** Goes through the cases to correct one after another, as listed when the queue was opened. */
const MendQueue = ({ query, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const opened = useId()
  const [at, setAt] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['casesToMend', opened],
    queryFn: ({ signal }) =>
      client(assistance.list, {
        query: { ...query, view: 'toMend', pageNumber: 0, resultsPerPage: most, orderBy: 'codExpediente ASC' },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const row = data?.rows[at]
  if (row) {
    const next = () => setAt(at + 1)
    const place = { at: at + 1, of: data.rows.length, onSkip: next }
    return <CasePanel key={row.id} id={row.id} place={place} onDone={next} onClose={onClose} />
  }
  return (
    <Modal opened onClose={onClose} title={t('assistance.mendAll')} size="md">
      {error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      )}
      {!error && !data && <Loader size="sm" aria-label={t('assistance.loading')} />}
      {data && <Text size="sm">{t('assistance.nothingLeft')}</Text>}
      <Group justify="flex-end" mt="sm">
        <Button size="xs" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  )
}

export default MendQueue
