import { Button, Group, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { callers } from '@parada/contract/calls/callers'
import type { Caller } from '@parada/contract/customer'
import { fleetsOfAny } from '@parada/domain/access/fleets'
import { isAmong } from '@parada/domain/authorization/access'
import { callerProblem } from '@parada/domain/phone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailed, useClient } from '../../../kit/client.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { Modal } from '../../../kit/modal.tsx'
import { useRepeatKey } from '../../../kit/repeat-key.ts'
import { toast, toastTo } from '../../../kit/toast.tsx'
import { useSessionState } from '../../../session/use-session.ts'

type Row = Omit<Caller, 'authorizations'>

type Props = {
  /** Left out for a new caller. */
  row?: Row
  /** What is known of a caller who is not there yet. */
  phoneNumber?: string
  onClose: () => void
  /** Told the id of a new caller by whoever goes on with it. */
  onCreated?: (id: number) => void
}

const keys = ['editCallerByFleet', 'dispatchServiceByFleet'] as const

/** The fleets that a caller of this user may belong to. */
const useFleets = () => {
  const grants = useSessionState((state) => state.grants)
  const fleets = useSessionState((state) => state.fleets)
  return useMemo(() => {
    const reached = grants ? fleetsOfAny(grants, keys) : new Set<number>()
    return (fleets ?? []).filter(({ id }) => isAmong(reached, id))
  }, [grants, fleets])
}

const typedOf = (row: Row | undefined, phoneNumber: string) => ({
  phoneNumber: row?.phoneNumber ?? phoneNumber,
  firstName: row?.firstName ?? '',
  lastName: row?.lastName ?? '',
  addressBilling: row?.addressBilling ?? '',
  notesClient: row?.notesClient ?? '',
  isBlacklisted: row?.isBlacklisted ?? false,
  idSupplier: row?.idSupplier ?? null,
})
type Typed = ReturnType<typeof typedOf>

const useSaving = ({ row, onClose, onCreated }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const repeatKey = useRepeatKey()
  return useMutation({
    mutationFn: async (body: Typed) => {
      if (!row) return (await client(callers.create, { body, headers: repeatKey(body) })).id
      await client(callers.update, { params: { id: row.id }, body })
      return row.id
    },
    onSuccess: (id, { firstName, lastName, phoneNumber }) => {
      void queries.invalidateQueries({ queryKey: listKey(callers.search) })
      onClose()
      const detail = `${firstName} ${lastName}`.trim() || phoneNumber
      if (row) toast(t('caller.updated'), detail)
      else {
        const open = () => void navigate({ to: '/caller/$idCaller', params: { idCaller: String(id) } })
        toastTo(t('caller.created'), detail, open)
        onCreated?.(id)
      }
    },
  })
}

const texts = [
  ['firstName', 200],
  ['lastName', 200],
] as const

/** A caller, new or known. */
const CallerForm = (props: Props) => {
  const { row, phoneNumber = '', onClose } = props
  const { t } = useTranslation()
  const fleets = useFleets()
  const phone = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => typedOf(row, phoneNumber))
  const [isTold, setTold] = useState(false)
  const { mutate, isPending, error } = useSaving(props)
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))

  const problem = callerProblem(typed)
  const refusal = error as CallFailed | null
  const isPhoneRefused = refusal?.status === 409 || refusal?.field === 'phoneNumber'
  const phoneError = isTold && problem ? t(problem) : isPhoneRefused ? refusal.message : undefined
  const known = fleets.some(({ id }) => id === typed.idSupplier) || typed.idSupplier === null

  const save = () => {
    setTold(true)
    if (problem) phone.current?.focus()
    else if (!isPending) mutate(typed, { onError: () => phone.current?.focus() })
  }

  return (
    <Modal opened onClose={onClose} title={row ? t('caller.edit', { id: row.id }) : t('caller.new')} size="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack gap="sm">
          <TextInput
            ref={phone}
            data-autofocus
            type="tel"
            size="sm"
            label={t('fields.phoneNumber')}
            value={typed.phoneNumber}
            error={phoneError}
            errorProps={{ role: 'alert' }}
            maxLength={60}
            autoComplete="off"
            required
            onChange={(event) => change({ phoneNumber: event.target.value })}
          />
          <Group gap="sm" grow>
            {texts.map(([field, maxLength]) => (
              <TextInput
                key={field}
                size="sm"
                label={t(`fields.${field}`)}
                value={typed[field]}
                maxLength={maxLength}
                autoComplete="off"
                onChange={(event) => change({ [field]: event.target.value })}
              />
            ))}
          </Group>
          <TextInput
            size="sm"
            label={t('fields.addressBilling')}
            value={typed.addressBilling}
            maxLength={1_000}
            autoComplete="off"
            onChange={(event) => change({ addressBilling: event.target.value })}
          />
          <Textarea
            size="sm"
            label={t('fields.notesClient')}
            value={typed.notesClient}
            maxLength={1_000}
            rows={3}
            onChange={(event) => change({ notesClient: event.target.value })}
          />
          <NativeSelect
            size="sm"
            label={t('fields.idSupplier')}
            value={typed.idSupplier ?? ''}
            onChange={(event) => change({ idSupplier: event.target.value ? Number(event.target.value) : null })}
          >
            <option value="">{t('common.anyFleet')}</option>
            {!known && <option value={typed.idSupplier as number}>{typed.idSupplier}</option>}
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
            checked={typed.isBlacklisted}
            onChange={(event) => change({ isBlacklisted: event.currentTarget.checked })}
          />
          {refusal && !isPhoneRefused && (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {refusal.message}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button type="button" variant="default" size="xs" onClick={onClose}>
              {t('common.back')}
            </Button>
            <Button type="submit" size="xs" loading={isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export default CallerForm
