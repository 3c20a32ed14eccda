import { Text, TextInput } from '@mantine/core'
import { authorizations } from '@parada/contract/calls/authorizations'
import { isEmail } from '@parada/domain/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { failedToast } from '../kit/failed-toast.ts'
import { FormModal } from '../kit/form/form-modal.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { log } from '../kit/log.ts'
import { PassingMessage } from '../kit/passing-message.tsx'

type Props = {
  authorization: { id: number; userEmail: string }
  /** Whether it is offered after an activation, rather than requested by the user. */
  isOffer?: boolean
  onClose: () => void
}

const useSending = ({ authorization, onClose }: Props, onSent: (email: string) => void) => {
  const { t } = useTranslation()
  const client = useClient()
  const own = authorization.userEmail
  return useForm({
    initial: () => ({ emailTo: own }),
    problems: ({ emailTo }) => ({ emailTo: isEmail(emailTo.trim()) ? undefined : 'problems.emailInvalid' }),
    send: async ({ emailTo }) => {
      const body = { emailTo: emailTo.trim(), idAuthorization: authorization.id }
      await client(authorizations.sendEmail, { body })
      return body.emailTo
    },
    onDone: onSent,
    onFailed: (failure, { emailTo }) => {
      log(failure.message, failure)
      onClose()
      const message = own
        ? t('authorization.email.failedUser')
        : t('authorization.email.failed', { email: emailTo.trim() })
      failedToast(message, failure.message)
      return true
    },
  })
}

/** Asks before mailing the code and number, and asks for an address if there is none. */
const Ask = (props: Props & { onSent: (email: string) => void }) => {
  const { authorization, isOffer, onClose, onSent } = props
  const { t } = useTranslation()
  const form = useSending(props, onSent)
  const { id, userEmail: email } = authorization
  const title = isOffer ? 'authorization.email.offer' : 'authorization.email.resend'
  return (
    <FormModal
      title={t(email ? title : 'authorization.email.toAddress', { id })}
      action={t('common.send')}
      {...(isOffer && { dismiss: t('authorization.email.notNow') })}
      form={form}
      onClose={onClose}
    >
      {email ? (
        <Text size="sm">
          {t(isOffer ? 'authorization.email.offerText' : 'authorization.email.resendText', { email })}
        </Text>
      ) : (
        <>
          <Text size="sm">{t('authorization.email.noAddress')}</Text>
          <TextInput
            data-autofocus
            type="email"
            size="sm"
            label={t('fields.email')}
            errorProps={{ role: 'alert' }}
            maxLength={254}
            autoComplete="off"
            required
            {...form.text('emailTo')}
          />
        </>
      )}
    </FormModal>
  )
}

/** Mails an authorization's code and number; the confirmation closes by itself. */
export const SendEmail = (props: Props) => {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo === undefined) return <Ask {...props} onSent={setSentTo} />
  return (
    <PassingMessage
      title={t('authorization.email.sentTitle', { id: props.authorization.id })}
      text={t('authorization.email.sent', { email: sentTo })}
      onClose={props.onClose}
    />
  )
}
