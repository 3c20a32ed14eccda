import { Button, NativeSelect, Switch, Text } from '@mantine/core'
import { type AuthorizationFields, authorizations, writtenFields } from '@parada/contract/calls/authorizations'
import type { AuthorizationRow } from '@parada/contract/customer'
import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { prefixed, startingValues, withField } from '@parada/domain/authorization/form'
import { authorizationLocales } from '@parada/domain/authorization/locales'
import { authorizationStatus, statusOnCreation } from '@parada/domain/authorization/status'
import { travelGroupField } from '@parada/domain/authorization/travel-group'
import { membersNamed, recordOf } from '@parada/domain/objects'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import formClasses from '../kit/form/form.module.css'
import { useForm } from '../kit/form/use-form.ts'
import { listKey } from '../kit/list/data/list-data.ts'
import { log } from '../kit/log.ts'
import { useRepeatKey } from '../kit/repeat-key.ts'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { type AccountForm, useAccountForm, useAccounts, useZone } from './authorization-record.ts'
import classes from './authorizations.module.css'
import { AuthorizationInputs } from './inputs.tsx'
import { SendEmail } from './send-email.tsx'
import { type FieldName, problemsOf, type Values, writtenOf } from './values.ts'

type CarriedValues = Partial<Values>

/** Fields carried over to the next person of the same account. */
const sameForAll: readonly FieldName[] = [
  'subscriberCode',
  'locale',
  'validFromDate',
  'expirationDate',
  'availableTimesLeft',
  'idTravelGroup',
  'authorizationType',
  'paymentMethodType',
  'authorizationGroupId',
  'idDispatchGroup',
]

/** The starting values for an account: defaults, inherited values, the travel group and whatever is carried over. */
const beginningOf = (account: AccountForm, idPaymentAccount: number, carried: CarriedValues): Values => {
  const { config, travelGroupList, idDefaultTravelGroup } = account
  const filled = Object.fromEntries(Object.entries(carried).filter(([, value]) => value !== ''))
  const texts = prefixed(config, { ...startingValues(config), ...filled })
  const group = travelGroupField(travelGroupList, idDefaultTravelGroup).selected
  const isKept = travelGroupList.some(({ id }) => String(id) === carried.idTravelGroup)
  return {
    ...recordOf(writtenFields, (name) => texts[name] ?? ''),
    locale: carried.locale || (texts.locale ?? '') || authorizationLocales[0],
    idPaymentAccount: String(idPaymentAccount),
    idTravelGroup: isKept ? (carried.idTravelGroup ?? '') : String(group ?? ''),
  }
}

type Then = 'stay' | 'open'
type FormProps = {
  account: AccountForm
  idPaymentAccount: number
  carried: CarriedValues
  /** Whether this follows a creation: only the user number is missing then, so it gets the focus. */
  isNext: boolean
  onTyped: (values: Values) => void
  onCreated: (made: AuthorizationRow, then: Then, values: Values) => void
}

const useCreating = ({ account, idPaymentAccount, carried, onCreated }: FormProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const zone = useZone()
  const queries = useQueryClient()
  const repeatKey = useRepeatKey()
  const then = useRef<Then>('stay')
  const [isActive, setActive] = useState(false)
  const [isInvalid, setInvalid] = useState(false)
  const { config, travelGroupList } = account
  const form = useForm<Values, AuthorizationRow>({
    initial: () => beginningOf(account, idPaymentAccount, carried),
    problems: (values) => problemsOf(values, config, travelGroupList),
    inputs: { 'problems.authorizationTaken': 'userNumber' },
    onInvalid: () => {
      log('Missing parameters')
      setInvalid(true)
    },
    send: async (values) => {
      const written = writtenOf(values, writtenFields, zone) as AuthorizationFields
      const body = { ...written, status: isActive ? authorizationStatus.active : statusOnCreation }
      return (await client(authorizations.create, { body, headers: repeatKey(body) })).authorization
    },
    onDone: (made, values) => {
      void queries.invalidateQueries({ queryKey: listKey(authorizations.list) })
      toast(t('authorization.createdToast', { id: made.id }))
      onCreated(made, then.current, values)
    },
    onFailed: (failure) => {
      then.current = 'stay'
      failedToast(t('authorization.createFailed', { message: failure.message }))
      return undefined
    },
  })
  const change = (part: Partial<Values>) => {
    setInvalid(false)
    form.change(part)
  }
  const put = (values: Values, next: Readonly<Record<string, string | null | undefined>>) =>
    change(
      Object.fromEntries(
        Object.entries(next).filter(([name, value]) => name in values && value !== values[name as FieldName]),
      ),
    )
  return {
    ...form,
    change,
    isInvalid,
    isActive,
    setActive,
    submitThen: (next: Then) => {
      then.current = next
    },
    /** Sets a field and updates the fields that inherit from it. */
    type: (name: FieldName, text: string) => put(form.values, withField(config, form.values, name, text)),
    /** Restores an inherited prefix that was deleted. */
    settle: () => put(form.values, prefixed(config, form.values)),
  }
}

const seesList = anyOf('editAuthorizationByPA')

const NewForm = (props: FormProps) => {
  const { account, isNext, onTyped } = props
  const { t } = useTranslation()
  const form = useCreating(props)
  const mayOpen = useSessionState(({ grants }) => mayAccess(grants, seesList))
  const { problem } = travelGroupField(account.travelGroupList)
  const { values } = form
  useEffect(() => onTyped(values), [onTyped, values])
  useEffect(() => {
    if (isNext) document.querySelector<HTMLElement>('[data-name="userNumber"]')?.focus()
  }, [isNext])
  const create = (next: Then, variant: 'filled' | 'default') => (
    <Button
      type="submit"
      size="xs"
      variant={variant}
      disabled={problem !== undefined}
      loading={form.isPending}
      onClick={() => form.submitThen(next)}
      {...(next === 'stay' && { 'aria-keyshortcuts': 'Control+Enter' })}
    >
      {t(next === 'open' ? 'authorization.createAndOpen' : 'authorization.createAndNext')}
      {next === 'stay' && (
        <span className={formClasses.keys} aria-hidden="true">
          Ctrl ↵
        </span>
      )}
    </Button>
  )
  return (
    <form {...form.formProps}>
      {problem && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t(problem)}
        </Text>
      )}
      <AuthorizationInputs form={form} account={account} onType={form.type} onLeave={form.settle} />
      <div className={classes.foot}>
        <Switch
          label={t('authorization.activeAtOnce')}
          checked={form.isActive}
          onChange={({ currentTarget }) => form.setActive(currentTarget.checked)}
        />
        {(form.failure || form.isInvalid) && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {form.failure ?? t('problems.correctTheForm')}
          </Text>
        )}
        <span style={{ marginLeft: 'auto' }} />
        {create('stay', mayOpen ? 'default' : 'filled')}
        {mayOpen && create('open', 'filled')}
      </div>
    </form>
  )
}

type Begun = { round: number; isNext: boolean; carried: CarriedValues }
type Creation = { authorization: AuthorizationRow; then: Then }

/** Creates an authorization, then starts the next one of the same account or opens the new one. */
export const NewAuthorization = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { accounts, error } = useAccounts()
  const [chosen, setChosen] = useState<number>()
  const idPaymentAccount = chosen ?? (accounts?.length === 1 ? accounts[0]?.id : undefined)
  const { form: account, error: formError } = useAccountForm(idPaymentAccount)
  const [begun, setBegun] = useState<Begun>({ round: 0, isNext: false, carried: {} })
  const typed = useRef<Values>(undefined)
  const keepTyped = useCallback((values: Values) => {
    typed.current = values
  }, [])
  const [made, setMade] = useState<Creation>()
  const failure = error ?? formError

  const goOn = ({ authorization, then }: Creation) => {
    setMade(undefined)
    if (then === 'open') void navigate({ to: '/authorizations/all/$id', params: { id: String(authorization.id) } })
  }
  const created = (authorization: AuthorizationRow, then: Then, values: Values) => {
    setBegun(({ round }) => ({ round: round + 1, isNext: true, carried: membersNamed(values, sameForAll) }))
    const done = { authorization, then }
    if (authorization.status === authorizationStatus.active) setMade(done)
    else goOn(done)
  }
  const choose = (id: string) => {
    setBegun(({ round }) => ({ round: round + 1, isNext: false, carried: typed.current ?? {} }))
    setChosen(id === '' ? undefined : Number(id))
  }

  return (
    <div className={classes.page}>
      <h1>{t('screens.newAuthorization')}</h1>
      {failure && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {failure.message}
        </Text>
      )}
      <NativeSelect
        size="sm"
        maw={760}
        mb="md"
        label={t('fields.idPaymentAccount')}
        required
        autoFocus
        value={idPaymentAccount ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t('common.choose')}</option>
        {accounts?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {idPaymentAccount === undefined ? (
        <Text size="sm">{t('authorization.chooseAccount')}</Text>
      ) : (
        account && (
          <NewForm
            key={`${idPaymentAccount} ${begun.round}`}
            account={account}
            idPaymentAccount={idPaymentAccount}
            carried={begun.carried}
            isNext={begun.isNext}
            onTyped={keepTyped}
            onCreated={created}
          />
        )
      )}
      {made && <SendEmail authorization={made.authorization} isOffer onClose={() => goOn(made)} />}
    </div>
  )
}
