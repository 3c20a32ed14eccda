import { Text } from '@mantine/core'
import { callers } from '@parada/contract/calls/callers'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { listKey } from '../../../kit/list/list-data.ts'
import { Modal } from '../../../kit/modal.tsx'

const CallerForm = lazy(() => import('../../../modals/caller-form.tsx'))

/** The caller that the address names; one that is not there is said to be missing, over the list as it stands. */
export const CallerRecord = () => {
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const { idCaller } = useParams({ from: '/_shell/caller/$idCaller' })
  const id = Number(idCaller)
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, isPending, error } = useQuery({
    queryKey: [...listKey(callers.search), 'one', id],
    queryFn: ({ signal }) => client(callers.search, { query: { id, resultsPerPage: 1 }, signal }),
    enabled: isId,
    // What is typed must not be replaced by what somebody else saved meanwhile.
    staleTime: 0,
    gcTime: 0,
  })
  const close = () => void navigate({ to: '/caller', search: true })
  const [row] = data?.rows ?? []

  if (isId && isPending) return null
  return row ? (
    <Suspense>
      <CallerForm key={row.id} row={row} onClose={close} />
    </Suspense>
  ) : (
    <Modal opened onClose={close} title={t('caller.edit', { id: idCaller })} size="sm">
      <Text size="sm" role="alert">
        {error?.message ?? t('caller.notFound', { id: idCaller })}
      </Text>
    </Modal>
  )
}
