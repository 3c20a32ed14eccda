import { Button, PasswordInput, Radio, Stack, Title, useMantineColorScheme } from '@mantine/core'
import { self } from '@parada/contract/calls/self'
import { mayAccess } from '@parada/domain/access/permissions'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { useForm } from '../../../kit/form/use-form.ts'
import { toast } from '../../../kit/toast.tsx'
import { languages, switchLanguage } from '../../../session/language.ts'
import { newPasswordProblems } from '../../../session/new-password.ts'
import { passwordHash } from '../../../session/password-hash.ts'
import { availability, ringTone, sound } from '../../../session/preferences.ts'
import { type Preference, useRemembered } from '../../../session/remembered.ts'
import { useSessionState } from '../../../session/use-session.ts'
import classes from './-my-settings.module.css'

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Radio.Group label={label} value={value} onChange={onChange}>
    <div className={classes.options}>
      {options.map(([option, text]) => (
        <Radio key={option} size="sm" value={option} label={text} />
      ))}
    </div>
  </Radio.Group>
)

const useChoice = <Value extends string>(choice: Preference<Value>) => ({
  value: useRemembered(choice),
  onChange: (value: string) => choice.set(value as Value),
})

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <Title order={2} size="md">
      {title}
    </Title>
    {children}
  </section>
)

const Looks = () => {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Part title={t('mySettings.looks')}>
      <Choice
        label={t('shell.language')}
        value={i18n.language}
        options={languages.map((language) => [language, t(`languages.${language}`)])}
        onChange={(language) => void switchLanguage(language as (typeof languages)[number])}
      />
      <Choice
        label={t('mySettings.colours')}
        value={colorScheme}
        options={(['light', 'dark', 'auto'] as const).map((scheme) => [scheme, t(`scheme.${scheme}`)])}
        onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
      />
    </Part>
  )
}

const rings = ['classic', 'soft', 'none'] as const

const Calls = () => {
  const { t } = useTranslation()
  const heard = useChoice(sound)
  const ring = useChoice(ringTone)
  const state = useChoice(availability)
  const grants = useSessionState((session) => session.grants)
  const isKept = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.busyDesksStayQuiet === true)
  return (
    <Part title={t('mySettings.sounds')}>
      <Choice
        label={t('mySettings.sound')}
        {...heard}
        options={(['on', 'off'] as const).map((choice) => [choice, t(`mySettings.heard.${choice}`)])}
      />
      <Choice
        label={t('mySettings.ring')}
        {...ring}
        options={rings.map((tone) => [tone, t(`mySettings.rings.${tone}`)])}
      />
      {isKept && mayAccess(grants, ['dispatchServiceByFleet']) && (
        <Choice
          label={t('mySettings.availability')}
          {...state}
          options={(['ready', 'busy'] as const).map((choice) => [choice, t(`mySettings.available.${choice}`)])}
        />
      )}
    </Part>
  )
}

type PasswordChange = { currentPassword: string; password: string; again: string }

const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation()
  const client = useClient()
  const form = useForm<PasswordChange, unknown>({
    initial: () => ({ currentPassword: '', password: '', again: '' }),
    problems: ({ currentPassword, password, again }) => ({
      ...(currentPassword === '' && { currentPassword: 'problems.passwordRequired' as const }),
      ...newPasswordProblems(password, again),
    }),
    send: async ({ currentPassword, password }) =>
      client(self.changePassword, {
        body: { currentPassword: await passwordHash(currentPassword), password: await passwordHash(password) },
      }),
    onDone: () => {
      toast(t('forgot.changed'), t('mySettings.othersEnded'))
      onDone()
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm" maw={320}>
        <PasswordInput
          size="sm"
          autoComplete="current-password"
          label={t('fields.currentPassword')}
          {...form.text('currentPassword')}
        />
        <PasswordInput
          size="sm"
          autoComplete="new-password"
          label={t('fields.newPassword')}
          {...form.text('password')}
        />
        <PasswordInput
          size="sm"
          autoComplete="new-password"
          label={t('fields.repeatPassword')}
          {...form.text('again')}
        />
        <Button type="submit" size="sm" loading={form.isPending} className={classes.save}>
          {t('forgot.change')}
        </Button>
      </Stack>
    </form>
  )
}

/** Everything that users can set for themselves, on one page. */
export const MySettings = () => {
  const { t } = useTranslation()
  const [turn, setTurn] = useState(0)
  return (
    <div className={classes.page}>
      <Title order={1}>{t('screens.mySettings')}</Title>
      <Looks />
      <Calls />
      <Part title={t('mySettings.password')}>
        <PasswordForm key={turn} onDone={() => setTurn(turn + 1)} />
      </Part>
    </div>
  )
}
