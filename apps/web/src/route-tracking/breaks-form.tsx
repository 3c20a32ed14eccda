import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { type RouteDetail, routeTracking } from '@parada/contract/calls/route-tracking'
import type { AnswerOf } from '@parada/contract/kit'
import { parseFormConfig } from '@parada/domain/authorization/form'
import { authorizationBreakNumbers, bookingBreakNumbers } from '@parada/domain/booking/breaks'
import { authorizationBreaksShown, type BreakValues, routeBreakProblems } from '@parada/domain/route/breaks'
import { mayEditBreaks, statusesToSend } from '@parada/domain/route/status'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndo } from '../booking/actions/undo.ts'
import { Fact, FactGroup, Facts } from '../booking/page/fact.tsx'
import { BreakFields } from '../booking/record/break-fields.tsx'
import { useClient } from '../kit/client.ts'
import { Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { SaveChanges } from '../kit/form/save-changes.tsx'
import { changedNames } from '../kit/form/take-over.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { log } from '../kit/log.ts'
import classes from '../kit/record-page.module.css'
import { useSessionState } from '../session/use-session.ts'
import { type Journal, useChangeWords, useReload } from './route-record.ts'

type Set = 'bookingBreakValue' | 'authorizationBreakValue'
type Values = Record<string, string>
type Props = { route: RouteDetail; journal: Journal }

const numbers: Readonly<Record<Set, readonly number[]>> = {
  bookingBreakValue: bookingBreakNumbers,
  authorizationBreakValue: authorizationBreakNumbers,
}

/** The values of one set, keyed by number. */
const setOf = (values: Readonly<Record<string, unknown>>, set: Set): BreakValues =>
  Object.fromEntries(numbers[set].map((number) => [number, String(values[`${set}${number}`] ?? '')]))

const namesOf = (values: BreakValues, set: Set): Values =>
  Object.fromEntries(numbers[set].map((number) => [`${set}${number}`, values[number] ?? '']))

const valuesOf = (route: RouteDetail): Values => ({
  ...namesOf(setOf(route, 'bookingBreakValue'), 'bookingBreakValue'),
  ...namesOf(setOf(route, 'authorizationBreakValue'), 'authorizationBreakValue'),
})

/** The fields that the route's account asks for, with their labels. */
const useAccountFields = (route: RouteDetail) => {
  const { t } = useTranslation()
  const { authorizationForm: config, bookingBreaks: configs } = route
  const form = useMemo(() => parseFormConfig(config, ({ reason }) => log(reason)), [config])
  const ofAuthorization = authorizationBreaksShown({ form }, setOf(route, 'authorizationBreakValue'))
  const titleOf = (number: number) =>
    form.get(`authorizationBreak${number}`)?.title || t('fields.authorizationBreakValue', { n: number })
  const labelOf = (name: string) => {
    const number = Number(/\d+$/.exec(name)?.[0])
    if (name.startsWith('authorization')) return titleOf(number)
    return configs.find(({ id }) => id === number)?.label || t('fields.bookingBreak', { n: number })
  }
  return { asked: { configs, form }, ofAuthorization, titleOf, labelOf }
}

const useEditing = ({ route, journal }: Props, { asked, labelOf }: ReturnType<typeof useAccountFields>) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReload()
  const undo = useUndo()
  const [seen, setSeen] = useState(route.version)
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const before = valuesOf(route)
  const form = useRecordForm<Values, AnswerOf<typeof routeTracking.update>>({
    version: route.version,
    seen,
    journal: journal.filter(({ who }) => who !== own),
    initial: () => before,
    follows: true,
    writes: () => ['bookingBreaks', 'authorizationBreaks', 'status'],
    words: (name) => ({ label: labelOf(name) }),
    problems: (typed) => {
      const sets = {
        booking: setOf(typed, 'bookingBreakValue'),
        authorization: setOf(typed, 'authorizationBreakValue'),
      }
      const wrong = routeBreakProblems(asked, sets).filter(({ field }) => typed[field] !== before[field])
      return Object.fromEntries(wrong.map(({ field, problem }) => [field, problem]))
    },
    send: (typed, version) => {
      const changed = Object.fromEntries(changedNames(before, typed).map((name) => [name, typed[name]]))
      const body = { ...changed, version }
      return client(routeTracking.update, { params: { id: route.id }, body, headers: undo.header(body) })
    },
    onDone: ({ routeTracking: after }) => {
      form.change(valuesOf(after))
      setSeen(after.version)
      reload()
      const isReady = statusesToSend.some((status) => status === after.status)
      undo.toast(t(isReady ? 'route.ready' : 'route.saved'), {
        ids: [],
        detail: t('route.title', { id: after.id }),
        onUndone: reload,
      })
    },
    onFailed: ({ status }) => {
      if ([0, 403, 404, 409].includes(status)) reload()
      return undefined
    },
  })
  return form
}

const Form = (props: Props) => {
  const { t } = useTranslation()
  const what = useAccountFields(props.route)
  const form = useEditing(props, what)
  const words = useChangeWords()
  const { asked, ofAuthorization, titleOf } = what
  const { values } = form
  return (
    <section className={classes.block} aria-label={t('route.breaks')}>
      <h2>{t('route.breaks')}</h2>
      <form {...form.formProps} className={classes.form}>
        <Meanwhile changes={form.changes} title={(who) => t('route.changedMeanwhile', { who })} words={words} />
        <Clashes asked={form.asked} />
        {asked.configs.length + ofAuthorization.length === 0 && <p className={classes.soft}>{t('route.noBreaks')}</p>}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          <BreakFields
            breaks={asked.configs}
            values={setOf(values, 'bookingBreakValue')}
            errorOf={(id) => form.errorOf(`bookingBreakValue${id}`)}
            onChange={(changed) => form.change({ ...values, ...namesOf(changed, 'bookingBreakValue') })}
          />
          {ofAuthorization.map((number) => {
            const list = asked.form.get(`authorizationBreak${number}`)?.listValues
            const input = {
              size: 'sm' as const,
              label: titleOf(number),
              errorProps: { role: 'alert' },
              ...form.text(`authorizationBreakValue${number}`),
            }
            return list ? (
              <NativeSelect key={number} {...input} data={['', ...list]} />
            ) : (
              <TextInput key={number} {...input} autoComplete="off" maxLength={200} />
            )
          })}
        </SimpleGrid>
        <SaveChanges form={form} />
      </form>
    </section>
  )
}

const Shown = ({ route }: Props) => {
  const { t } = useTranslation()
  const { asked, ofAuthorization, labelOf } = useAccountFields(route)
  const names = [
    ...asked.configs.map(({ id }) => `bookingBreakValue${id}`),
    ...ofAuthorization.map((number) => `authorizationBreakValue${number}`),
  ]
  const values = valuesOf(route)
  return (
    <FactGroup title={t('route.breaks')}>
      {names.length === 0 ? (
        <p className={classes.soft}>{t('route.noBreaks')}</p>
      ) : (
        <Facts>
          {names.map((name) => (
            <Fact key={name} label={labelOf(name)} isKept>
              {values[name]}
            </Fact>
          ))}
        </Facts>
      )}
      <p className={classes.soft}>{t('route.readOnly')}</p>
    </FactGroup>
  )
}

/** The fields that the payment account asks for, as a form while the route may be edited (O3-44). */
export const Breaks = (props: Props) => (mayEditBreaks(props.route) ? <Form {...props} /> : <Shown {...props} />)
