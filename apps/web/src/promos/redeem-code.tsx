import { Button, TextInput } from '@mantine/core'
import { promos } from '@parada/contract/calls/promos'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { useForm } from '../kit/form/use-form.ts'
import { formatsFor } from '../kit/format.ts'
import { useRepeatKey } from '../kit/repeat-key.ts'
import { toast } from '../kit/toast.tsx'
import classes from './promos.module.css'

type Props = { idUser: number; onDone: () => void }

/** Redeems a code for a user; shown to those who may edit that user. */
const RedeemCode = ({ idUser, onDone }: Props) => {
  const { t, i18n } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const keyFor = useRepeatKey()
  const form = useForm({
    initial: () => ({ code: '' }),
    problems: ({ code }) => ({ code: code.trim() === '' ? 'problems.codeRequired' : undefined }),
    send: ({ code }) => {
      const body = { idUser, code: code.trim() }
      return client(promos.redeem, { body, headers: keyFor(body) })
    },
    onDone: ({ promo }) => {
      form.reset()
      void queries.invalidateQueries({ queryKey: [promos.byUser.path, idUser] })
      const { money } = formatsFor(i18n.language)
      toast(t('promo.redeemed'), promo.paid > 0 ? `${promo.name}: ${money(promo.paid / 100)}` : promo.name)
      onDone()
    },
  })
  return (
    <form className={classes.redeem} aria-label={t('promo.redeemTitle')} {...form.formProps}>
      <TextInput
        size="xs"
        label={t('promo.redeemTitle')}
        errorProps={{ role: 'alert' }}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.text('code')}
      />
      <Button type="submit" size="xs" loading={form.isPending}>
        {t('promo.redeem')}
      </Button>
      {form.failure && (
        <p role="alert" className={classes.refused}>
          {form.failure}
        </p>
      )}
    </form>
  )
}

export default RedeemCode
