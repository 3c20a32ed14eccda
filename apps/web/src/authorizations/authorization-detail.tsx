import { Text } from '@mantine/core'
import { authorizations } from '@parada/contract/calls/authorizations'
import type { AuthorizationRow } from '@parada/contract/customer'
import type { AnswerOf } from '@parada/contract/kit'
import { accountsToEdit, isAmong } from '@parada/domain/authorization/access'
import { authorizationStatus } from '@parada/domain/authorization/status'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormsOfAccount } from '../booking/actions/account-forms.tsx'
import { useClient } from '../kit/client.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { changedNames } from '../kit/form/take-over.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { log } from '../kit/log.ts'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import {
  type AccountForm,
  type Authorization,
  plainForm,
  useAccountForm,
  useAuthorization,
  useJournal,
  useKeepAuthorization,
  useReloadAuthorization,
  useZone,
} from './authorization-record.ts'
import classes from './authorizations.module.css'
import { ChangeStatus, UnlinkUser } from './change-status.tsx'
import { DetailSide, type SideAction } from './detail-side.tsx'
import { AuthorizationInputs } from './inputs.tsx'
import { SendEmail } from './send-email.tsx'
import { problemsOf, type Values, valuesOf, writtenOf } from './values.ts'
import { useChangeWords, useFieldLabel, useValueWords } from './words.ts'

type Props = { row: AuthorizationRow; onClose: () => void }

const nameOf = ({ firstName, lastName, subscriberCode, userNumber }: Authorization) =>
  `${firstName} ${lastName}`.trim() || `${subscriberCode} · ${userNumber}`

const useMayEdit = ({ idPaymentAccount }: Authorization) =>
  useSessionState(({ grants }) => !!grants && isAmong(accountsToEdit(grants, log), idPaymentAccount))

const useEditing = (authorization: Authorization, account: AccountForm) => {
  const { t } = useTranslation()
  const client = useClient()
  const zone = useZone()
  const keep = useKeepAuthorization()
  const reload = useReloadAuthorization()
  const label = useFieldLabel(account.config)
  const valueWords = useValueWords()
  const [seen, setSeen] = useState(authorization.version)
  const { data } = useJournal(authorization.id)
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const { id, version } = authorization
  const before = valuesOf(authorization, zone)
  const form = useRecordForm<Values, AnswerOf<typeof authorizations.update>>({
    version,
    seen,
    // The user's own changes, such as saving or activating here, need no notice.
    journal: (data?.pages[0]?.journal ?? []).filter(({ who }) => who !== own),
    initial: () => before,
    follows: true,
    together: ['validFromDate', 'expirationDate'],
    inputs: { 'problems.authorizationTaken': 'userNumber' },
    writes: (typed) => changedNames(before, typed),
    words: (name, value) => ({ label: label(name), value: valueWords(name, value) }),
    problems: (typed) => problemsOf(typed, account.config, account.travelGroupList),
    send: (typed, on) =>
      client(authorizations.update, {
        params: { id },
        body: { ...writtenOf(typed, changedNames(before, typed), zone), version: on },
      }),
    onDone: ({ authorization: after }) => {
      // Takes over the saved values, so that a phone number normalised by the server does not look like somebody else's
      // change.
      form.change(valuesOf(after, zone))
      setSeen(after.version)
      keep(after)
      toast(t('authorization.saved'), nameOf(after))
    },
    onFailed: ({ status }) => {
      if ([0, 403, 404, 409].includes(status)) reload(id)
      return undefined
    },
  })
  return form
}

/** The dialog over the detail: a confirmation, an e-mail or the account forms. */
const Over = ({
  authorization,
  open,
  onOpen,
}: {
  authorization: Authorization
  open: SideAction | 'offer'
  onOpen: (next?: 'offer') => void
}) => {
  const { t } = useTranslation()
  const close = () => onOpen()
  const { active, inactive } = authorizationStatus
  if (open === 'unlink') return <UnlinkUser authorization={authorization} onClose={close} />
  if (open === 'email' || open === 'offer')
    return <SendEmail authorization={authorization} isOffer={open === 'offer'} onClose={close} />
  if (open === 'accountForms')
    return (
      <FormsOfAccount
        title={t('authorization.accountForms')}
        idPaymentAccount={authorization.idPaymentAccount}
        onClose={close}
      />
    )
  return (
    <ChangeStatus
      authorization={authorization}
      newStatus={open === 'activate' ? active : inactive}
      onClose={(isChanged) => onOpen(isChanged && open === 'activate' ? 'offer' : undefined)}
    />
  )
}

/** One authorization over its list: the form on the left, its status, facts and history beside it. */
const AuthorizationDetail = ({ row, onClose }: Props) => {
  const { t } = useTranslation()
  const { authorization, error } = useAuthorization(row)
  const mayEdit = useMayEdit(authorization)
  const account = useAccountForm(authorization.idPaymentAccount).form ?? plainForm
  const form = useEditing(authorization, account)
  const words = useChangeWords(account.config)
  const [open, setOpen] = useState<SideAction | 'offer'>()
  return (
    <>
      <FormModal
        title={`${t('authorization.title', { id: row.id })} · ${nameOf(authorization)}`}
        action={t('common.save')}
        dismiss={t('common.close')}
        form={form}
        onClose={onClose}
        size={1080}
        isBlocked={!mayEdit || !form.isChanged}
      >
        {error && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        <Meanwhile changes={form.changes} title={(who) => t('authorization.changedMeanwhile', { who })} words={words} />
        <Clashes asked={form.asked} />
        <div className={classes.columns}>
          <div className={classes.main}>
            <AuthorizationInputs form={form} account={account} isReadOnly={!mayEdit} />
          </div>
          <DetailSide
            authorization={authorization}
            account={account}
            mayEdit={mayEdit}
            isChanged={form.isChanged}
            onAct={setOpen}
          />
        </div>
      </FormModal>
      {open && <Over authorization={authorization} open={open} onOpen={setOpen} />}
    </>
  )
}

export default AuthorizationDetail
