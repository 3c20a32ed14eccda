import { Button, Group, Stack } from '@mantine/core'
import { processorConfigs } from '@parada/contract/calls/processor-configs'
import type { AnswerOf } from '@parada/contract/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { PickList, usePickFilter } from '../../kit/form/pick-list.tsx'
import { Modal } from '../../kit/modal.tsx'

export type ProcessorConfig = AnswerOf<typeof processorConfigs.get>['processorConfig']

const pageSize = 10
const filterDelayMs = 500

type Props = {
  title: string
  /** Those of one account alone. */
  idPaymentAccount?: number
  onPick: (id: number) => void
  onClose: () => void
}

/** The forms that a payment account's customers fill in, one of which is picked. */
export const ProcessorConfigPicker = ({ title, idPaymentAccount, onPick, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const filter = usePickFilter(filterDelayMs)
  const [picked, setPicked] = useState<number | null>(null)
  const query = {
    pageNumber: filter.page,
    resultsPerPage: pageSize,
    activeForm: '1' as const,
    mode: 'formsToCreateAuth' as const,
    noLimitResults: 'false' as const,
    ...(idPaymentAccount !== undefined && { idPaymentAccount }),
    ...(filter.sought !== '' && { name: filter.sought }),
  }
  const { data, error, isPending } = useQuery({
    queryKey: ['processorConfigs', query],
    queryFn: ({ signal }) => client(processorConfigs.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (picked !== null) onPick(picked)
  }
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PickList
            label={t('accountForms.label')}
            filterLabel={t('accountForms.filter')}
            empty={t('accountForms.none')}
            rows={(data?.rows ?? []).map(({ id, name }) => ({ id, label: `${name} (${id})` }))}
            filter={filter}
            pages={{ page: filter.page, size: pageSize, total: data?.totalQueryCount ?? 0, onPage: filter.setPage }}
            isLoading={isPending}
            failure={error?.message}
            value={picked}
            onChange={setPicked}
          />
          <Group justify="flex-end" gap="xs">
            <Button type="button" variant="default" size="xs" onClick={onClose}>
              {t('common.back')}
            </Button>
            <Button type="submit" size="xs" disabled={picked === null}>
              {t('accountForms.open')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
