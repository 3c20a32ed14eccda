import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { type UserDetail, users } from '@parada/contract/calls/users'
import type { AnswerOf } from '@parada/contract/kit'
import { isKeyOf } from '@parada/domain/objects'
import { userProblems, userTextLimits, type WrittenUser, writtenFields } from '@parada/domain/user/edit'
import { userFields } from '@parada/domain/user/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { type Changes, Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { SaveChanges } from '../kit/form/save-changes.tsx'
import { changedNames } from '../kit/form/take-over.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { Block } from './block.tsx'
import { nameOf, useKeepUser, useReloadUser, useUserJournal } from './user-record.ts'
import classes from './users.module.css'

/** The values of the inputs, with an empty text for null. */
type Values = { [Name in keyof WrittenUser]: Exclude<WrittenUser[Name], null> }
type TextName = Exclude<keyof Values, 'isAcceptedAd'>

/** Puts the description, which says whether an address is verified, below the input. */
const wrapperOrder = ['label', 'input', 'description', 'error'] as const

const valuesOf = (user: UserDetail) =>
  Object.fromEntries(writtenFields.map((name) => [name, user[name] ?? ''])) as unknown as Values

/** Describes the change of one field; undefined for bookkeeping fields. */
export const useUserChangeWords = () => {
  const { t } = useTranslation()
  const words = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    return field === 'status' ? t(`codes.userStatus.${String(value)}`, String(value)) : String(value ?? '')
  }
  return ({ field, before, after }: Pick<Changes[number], 'field' | 'before' | 'after'>) =>
    isKeyOf(userFields, field)
      ? { label: t(`fields.${field}`), before: words(field, before), after: words(field, after) }
      : undefined
}

const useEditing = (user: UserDetail) => {
  const { t } = useTranslation()
  const client = useClient()
  const keep = useKeepUser()
  const reload = useReloadUser()
  const [seen, setSeen] = useState(user.version)
  const { data } = useUserJournal(user.id)
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const { id, version } = user
  const before = valuesOf(user)
  const form = useRecordForm<Values, AnswerOf<typeof users.update>>({
    version,
    seen,
    journal: (data?.journal ?? []).filter(({ who }) => who !== own),
    initial: () => before,
    follows: true,
    together: ['prefixMobileNumber', 'mobileNumber'],
    inputs: { 'problems.userEmailTaken': 'userEmail', 'problems.userMobileTaken': 'mobileNumber' },
    writes: (typed) => changedNames(before, typed),
    problems: userProblems,
    send: (typed, on) => {
      // The user as read plus what was typed, without the two lists that other API calls maintain.
      const { listCards: _, paymentProfileBeanList: __, ...sent } = { ...user, ...typed, version: on }
      return client(users.update, { params: { id }, body: sent })
    },
    onDone: ({ user: after }) => {
      form.change(valuesOf(after))
      setSeen(after.version)
      keep(after)
      toast(t('user.saved'), nameOf(after))
    },
    onFailed: ({ status }) => {
      if ([0, 403, 404, 409].includes(status)) reload(id)
      return undefined
    },
  })
  return form
}

/** The user's personal details, to read or to edit. */
export const PersonForm = ({ user, mayEdit }: { user: UserDetail; mayEdit: boolean }) => {
  const { t } = useTranslation()
  const form = useEditing(user)
  const words = useUserChangeWords()
  const input = (name: TextName) => ({
    size: 'sm' as const,
    label: t(`fields.${name}`),
    readOnly: !mayEdit,
    autoComplete: 'off',
    errorProps: { role: 'alert' },
    inputWrapperOrder: [...wrapperOrder],
    ...form.text(name),
  })
  const verified = (isVerified: boolean) => t(isVerified ? 'user.verified' : 'user.notVerified')
  return (
    <Block title={t('user.person')}>
      <form {...form.formProps} className={classes.form}>
        <Meanwhile changes={form.changes} title={(who) => t('user.changedMeanwhile', { who })} words={words} />
        <Clashes asked={form.asked} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          <TextInput {...input('firstName')} required={mayEdit} maxLength={userTextLimits.firstName} />
          <TextInput {...input('lastName')} maxLength={userTextLimits.lastName} />
          <TextInput
            {...input('userEmail')}
            inputMode="email"
            maxLength={254}
            description={user.userEmail ? verified(user.isEmailVerified) : undefined}
          />
          <div className={classes.phone}>
            <TextInput {...input('prefixMobileNumber')} inputMode="numeric" maxLength={4} />
            <TextInput
              {...input('mobileNumber')}
              inputMode="tel"
              maxLength={15}
              description={user.mobileNumber ? verified(user.isMobileNumberVerified) : undefined}
            />
          </div>
          <TextInput {...input('category')} maxLength={userTextLimits.category} />
          <Checkbox
            size="sm"
            className={classes.check}
            label={t('fields.isAcceptedAd')}
            checked={form.values.isAcceptedAd}
            disabled={!mayEdit}
            onChange={({ currentTarget }) => form.change({ isAcceptedAd: currentTarget.checked })}
          />
        </SimpleGrid>
        <Textarea {...input('additionalInfo')} rows={2} maxLength={userTextLimits.additionalInfo} />
        {mayEdit && <SaveChanges form={form} />}
      </form>
    </Block>
  )
}
