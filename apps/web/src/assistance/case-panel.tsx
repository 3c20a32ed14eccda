import { Button, Group, Loader, MultiSelect, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { AssistanceCase, assistance, CaseChange } from '@parada/contract/calls/assistance'
import type { AnswerOf } from '@parada/contract/kit'
import { keptByHand, mayMendCases, needsMending } from '@parada/domain/assistance/case'
import { startWindow } from '@parada/domain/booking/start'
import { stateColor } from '@parada/domain/code-colors'
import { isAlive } from '@parada/domain/codes'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceFields } from '../booking/actions/place-fields.tsx'
import { type Break, BreakFields } from '../booking/record/break-fields.tsx'
import { FormModal } from '../kit/form/form-modal.tsx'
import { Clashes, Meanwhile } from '../kit/form/meanwhile.tsx'
import { MomentField } from '../kit/form/moment-field.tsx'
import { Notice } from '../kit/form/notice.tsx'
import { Modal } from '../kit/modal.tsx'
import classes from '../kit/record.module.css'
import { State } from '../kit/state.tsx'
import { toast } from '../kit/toast.tsx'
import { useSessionState } from '../session/use-session.ts'
import { CaseHistory, CaseMap, SentFacts } from './case-side.tsx'
import { useCase, useCaseChangeWords } from './case-words.ts'
import { useMending } from './use-mending.ts'

/** The position of the case in the queue. */
type Place = { at: number; of: number; onSkip: () => void }
type Props = { id: number; place?: Place; onDone?: () => void; onClose: () => void }
type PanelProps = Omit<Props, 'id'> & { row: AssistanceCase; breaks: readonly Break[]; journal: readonly CaseChange[] }

/** Why a case is read-only; undefined if it can be corrected. */
const readOnlyReason = (row: AssistanceCase, mayMend: boolean) => {
  if (row.isCancelled) return 'assistance.cancelled'
  if (row.status !== null && !isAlive(row.status)) return 'assistance.over'
  return mayMend ? undefined : 'assistance.mayNotMend'
}

/** The state of the case and the notices to read before going on. */
const Standing = ({ row, elsewhere }: { row: AssistanceCase; elsewhere: readonly string[] }) => {
  const { t } = useTranslation()
  const kept = keptByHand(row)
  return (
    <>
      <Group gap="xs">
        {row.status === null ? (
          <State color="amber">{t('assistance.notBooked')}</State>
        ) : (
          <State color={stateColor('bookingStatus', row.status)}>{t(`codes.bookingStatus.${row.status}`)}</State>
        )}
        {row.idService !== null && (
          <Link to="/services/$id" params={{ id: String(row.idService) }}>
            {t('assistance.booking', { id: row.idService })}
          </Link>
        )}
        {row.manuallyEdited && <Text size="sm">{t('assistance.edited')}</Text>}
      </Group>
      {needsMending(row) && <Notice>{t(row.idService === null ? 'assistance.toMend' : 'assistance.notTaken')}</Notice>}
      {elsewhere.length > 0 && (
        <Notice>
          <ul>
            {elsewhere.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {kept.length > 0 && (
        <Notice>{t('assistance.keptByHand', { fields: kept.map((name) => t(`fields.${name}`)).join(', ') })}</Notice>
      )}
    </>
  )
}

/** Focuses the first invalid input when the form opens. */
const StartAtMistake = () => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    mark.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [])
  return <span ref={mark} hidden />
}

const LoadedCase = ({ row, breaks, journal, place, onDone, onClose }: PanelProps) => {
  const { t } = useTranslation()
  const mayMend = useSessionState(({ grants }) => !!grants && mayMendCases(grants))
  const features = useSessionState((state) => state.taxiFeatures) ?? []
  const words = useCaseChangeWords()
  const own = useSessionState(({ self }) => `${self?.name ?? ''} ${self?.surname ?? ''}`.trim())
  const done = ({ case: after }: AnswerOf<typeof assistance.mend>) => {
    const isNew = row.idService === null
    toast(
      t(isNew ? 'assistance.booked' : 'assistance.updated'),
      t('booking.which', { id: after.idService, name: after.conductor }),
    )
    if (onDone) onDone()
    else onClose()
  }
  const others = journal.filter(({ who }) => who !== own)
  const { form, errorOf, breakErrorOf, elsewhere } = useMending({ row, breaks, journal: others, onDone: done })
  const { values, change } = form
  const reason = readOnlyReason(row, mayMend)
  const known = new Set(features.map(({ id }) => String(id)))
  const unknown = values.features.filter((id) => !known.has(id)).map((id) => ({ value: id, label: `#${id}` }))
  const name = `${row.codExpediente} / ${row.numServicio} · ${row.insurer}`
  return (
    <FormModal
      title={place ? `${name} (${t('assistance.place', { at: place.at, of: place.of })})` : name}
      action={t(row.idService === null ? 'assistance.book' : 'assistance.update')}
      dismiss={t('common.close')}
      form={form}
      onClose={onClose}
      size={980}
      isBlocked={reason !== undefined}
      about={<Standing row={row} elsewhere={elsewhere} />}
    >
      <Meanwhile changes={form.changes} title={(who) => t('assistance.changedMeanwhile', { who })} words={words} />
      <Clashes asked={form.asked} />
      {reason && <Text size="sm">{t(reason)}</Text>}
      <div className={classes.columns}>
        <fieldset className={classes.main} disabled={reason !== undefined}>
          <PlaceFields near={values.origin} ends={values} errorOf={errorOf} onChange={change} />
          <Switch
            label={t('fields.asap')}
            checked={values.asap}
            onChange={(event) => change({ asap: event.currentTarget.checked })}
          />
          {!values.asap && (
            <MomentField
              label={t('fields.fechaServicio')}
              timeZone={undefined}
              window={startWindow('new-booking', Date.now())}
              {...form.text('start')}
              error={errorOf('start')}
            />
          )}
          <TextInput
            size="sm"
            label={t('fields.conductor')}
            maxLength={200}
            {...form.text('conductor')}
            error={errorOf('conductor')}
          />
          <TextInput
            size="sm"
            label={t('fields.telefono')}
            type="tel"
            maxLength={30}
            {...form.text('telefono')}
            error={errorOf('telefono')}
            errorProps={{ role: 'alert' }}
          />
          <MultiSelect
            size="sm"
            label={t('fields.taxiFeatures')}
            data={[...features.map(({ id, name }) => ({ value: String(id), label: name })), ...unknown]}
            value={values.features}
            onChange={(chosen) => change({ features: chosen })}
            error={errorOf('features')}
            errorProps={{ role: 'alert' }}
            searchable
            nothingFoundMessage={t('common.noResults')}
            comboboxProps={{ transitionProps: { duration: 0 } }}
            maxDropdownHeight={200}
          />
          <BreakFields
            breaks={breaks}
            values={values.breaks}
            errorOf={breakErrorOf}
            onChange={(typed) => change({ breaks: typed })}
          />
          <Textarea size="sm" label={t('fields.notes')} rows={2} maxLength={1_000} {...form.text('notes')} />
        </fieldset>
        <div className={classes.side}>
          <CaseMap ends={values} onChange={reason === undefined ? change : undefined} />
          <SentFacts row={row} />
          <CaseHistory journal={journal} />
        </div>
      </div>
      <StartAtMistake />
      {place && (
        <Group>
          <Button type="button" size="xs" variant="default" onClick={place.onSkip}>
            {t('assistance.skip')}
          </Button>
        </Group>
      )}
    </FormModal>
  )
}

/** One case in a modal over the list: what the insurer sent, what is wrong with it, and the form to correct it. */
const CasePanel = ({ id, ...props }: Props) => {
  const { t } = useTranslation()
  const { data, error } = useCase(id)
  if (data) return <LoadedCase {...props} row={data.case} breaks={data.bookingBreaks} journal={data.journal} />
  return (
    <Modal opened onClose={props.onClose} title={t('assistance.title')} size={980}>
      {error ? (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      ) : (
        <Loader size="sm" aria-label={t('assistance.loading')} />
      )}
    </Modal>
  )
}

export default CasePanel
