import { Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { callers } from '@parada/contract/calls/callers'
import type { Caller } from '@parada/contract/customer'
import { fleetsOfAny } from '@parada/domain/access/fleets'
import { isAmong } from '@parada/domain/authorization/access'
import { callerProblem } from '@parada/domain/phone'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { FormModal } from '../../../kit/form/form-modal.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { useRepeatKey } from '../../../kit/repeat-key.ts'
import { toast, toastTo } from '../../../kit/toast.tsx'
import { useSessionState } from '../../../session/use-session.ts'

type Row = Omit<Caller, 'authorizations'>

type Props = {
  /** Omitted for a new caller. */
  row?: Row
  /** The number to prefill for a new caller. */
  phoneNumber?: string
  onClose: () => void
  /** Called with the id of a new caller. */
  onCreated?: (id: number) => void
}

const keys = ['editCallerByFleet', 'dispatchServiceByFleet'] as const

/** The fleets that this user may assign to a caller. */
const useFleets = () => {
  const grants = useSessionState((state) => state.grants)
  const fleets = useSessionState((state) => state.fleets)
  return useMemo(() => {
    const reached = grants ? fleetsOfAny(grants, keys) : new Set<number>()
    return (fleets ?? []).filter(({ id }) => isAmong(reached, id))
  }, [grants, fleets])
}

const valuesOf = (row: Row | undefined, phoneNumber: string) => ({
  phoneNumber: row?.phoneNumber ?? phoneNumber,
  firstName: row?.firstName ?? '',
  lastName: row?.lastName ?? '',
  addressBilling: row?.addressBilling ?? '',
  notesClient: row?.notesClient ?? '',
  isBlacklisted: row?.isBlacklisted ?? false,
  idSupplier: row?.idSupplier ?? null,
})

const useCallerForm = ({ row, phoneNumber = '', onClose, onCreated }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const repeatKey = useRepeatKey()
  return useForm({
    initial: () => valuesOf(row, phoneNumber),
    problems: (values) => ({ phoneNumber: callerProblem(values) }),
    inputs: { 'problems.phoneTaken': 'phoneNumber' },
    send: async (body) => {
      if (!row) return (await client(callers.create, { body, headers: repeatKey(body) })).id
      await client(callers.update, { params: { id: row.id }, body })
      return row.id
    },
    onDone: (id, { firstName, lastName, phoneNumber }) => {
      void queries.invalidateQueries({ queryKey: listKey(callers.search) })
      onClose()
      const detail = `${firstName} ${lastName}`.trim() || phoneNumber
      if (row) return toast(t('caller.updated'), detail)
      const open = () => void navigate({ to: '/caller/$idCaller', params: { idCaller: String(id) } })
      toastTo(t('caller.created'), detail, open)
      onCreated?.(id)
    },
  })
}

const CallerForm = (props: Props) => {
  const { row, onClose } = props
  const { t } = useTranslation()
  const fleets = useFleets()
  const form = useCallerForm(props)
  const { idSupplier, isBlacklisted } = form.values
  const isListed = idSupplier === null || fleets.some(({ id }) => id === idSupplier)
  return (
    <FormModal
      title={row ? t('caller.edit', { id: row.id }) : t('caller.new')}
      action={t('common.save')}
      form={form}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        type="tel"
        size="sm"
        label={t('fields.phoneNumber')}
        errorProps={{ role: 'alert' }}
        maxLength={60}
        autoComplete="off"
        required
        {...form.text('phoneNumber')}
      />
      <Group gap="sm" grow>
        {(['firstName', 'lastName'] as const).map((name) => (
          <TextInput
            key={name}
            size="sm"
            label={t(`fields.${name}`)}
            maxLength={200}
            autoComplete="off"
            {...form.text(name)}
          />
        ))}
      </Group>
      <TextInput
        size="sm"
        label={t('fields.addressBilling')}
        maxLength={1_000}
        autoComplete="off"
        {...form.text('addressBilling')}
      />
      <Textarea size="sm" label={t('fields.notesClient')} maxLength={1_000} rows={3} {...form.text('notesClient')} />
      <NativeSelect
        size="sm"
        label={t('fields.idSupplier')}
        value={idSupplier ?? ''}
        onChange={({ target }) => form.change({ idSupplier: target.value ? Number(target.value) : null })}
      >
        <option value="">{t('common.anyFleet')}</option>
        {!isListed && <option value={idSupplier}>{idSupplier}</option>}
        {fleets.map(({ id, fleetLongName }) => (
          <option key={id} value={id}>
            {fleetLongName}
          </option>
        ))}
      </NativeSelect>
      <Switch
        color="red"
        label={t('fields.isBlacklisted')}
        description={t('caller.blacklistHint')}
        checked={isBlacklisted}
        onChange={({ currentTarget }) => form.change({ isBlacklisted: currentTarget.checked })}
      />
    </FormModal>
  )
}

export default CallerForm
