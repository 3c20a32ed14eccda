import { processorConfigs } from '@parada/contract/calls/processor-configs'
import type { AnswerOf } from '@parada/contract/kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { FormModal } from '../../kit/form/form-modal.tsx'
import { PickList, usePickFilter } from '../../kit/form/pick-list.tsx'
import { useForm } from '../../kit/form/use-form.ts'

export type ProcessorConfig = AnswerOf<typeof processorConfigs.get>['processorConfig']

const pageSize = 10
const filterDelayMs = 500

type Props = {
  title: string
  /** Restricts the list to the forms of one account. */
  idPaymentAccount?: number
  onPick: (id: number) => void
  onClose: () => void
}

/** Picks one of the forms that customers of a payment account fill in. */
export const ProcessorConfigPicker = ({ title, idPaymentAccount, onPick, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const filter = usePickFilter(filterDelayMs)
  const form = useForm<{ picked: number | null }, number | null>({
    initial: () => ({ picked: null }),
    send: async ({ picked }) => picked,
    onDone: (picked) => picked !== null && onPick(picked),
  })
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
  return (
    <FormModal
      title={title}
      action={t('accountForms.open')}
      form={form}
      onClose={onClose}
      isBlocked={form.values.picked === null}
    >
      <PickList
        label={t('accountForms.label')}
        filterLabel={t('accountForms.filter')}
        empty={t('accountForms.none')}
        rows={(data?.rows ?? []).map(({ id, name }) => ({ id, label: `${name} (${id})` }))}
        filter={filter}
        pages={{ page: filter.page, size: pageSize, total: data?.totalQueryCount ?? 0, onPage: filter.setPage }}
        isLoading={isPending}
        failure={error?.message}
        value={form.values.picked}
        onChange={(picked) => form.change({ picked })}
      />
    </FormModal>
  )
}
