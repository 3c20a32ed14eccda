import { type AssistanceCase, assistance, type CaseChange } from '@parada/contract/calls/assistance'
import type { AnswerOf } from '@parada/contract/kit'
import { type CaseDetails, caseMistakes, detailsOf } from '@parada/domain/assistance/case'
import { breakProblems } from '@parada/domain/booking/breaks'
import { parseFleetsFiltered } from '@parada/domain/booking/texts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ends, Place } from '../booking/actions/place-fields.tsx'
import { applyValues, type Break, type BreakValues, keptValues } from '../booking/record/break-fields.tsx'
import { useClient } from '../kit/client.ts'
import { momentOf, momentText } from '../kit/form/moment-text.ts'
import type { Problems } from '../kit/form/use-form.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { problemWords } from '../kit/problem-words.ts'
import { useSessionState } from '../session/use-session.ts'
import { useReloadCases } from './case-words.ts'

/** The values of the inputs. */
export type Values = Ends & {
  asap: boolean
  start: string
  conductor: string
  telefono: string
  features: string[]
  notes: string
  breaks: BreakValues
}

/** The input that shows a field's problem, where their names differ. */
const inputs = {
  localizacionVehiculo: 'origin',
  direccionTraslado: 'destination',
  fechaServicio: 'start',
} as const

const inputOf = (field: string) => (field in inputs ? inputs[field as keyof typeof inputs] : field)

const placeOf = (addressField: string, lat: number | null, lon: number | null): Place | null =>
  addressField || lat !== null ? { addressField, lat, lon } : null

const valuesOf = (row: CaseDetails): Values => ({
  origin: placeOf(row.localizacionVehiculo, row.coordenadaY, row.coordenadaX),
  destination: placeOf(row.direccionTraslado, row.coordenadaYDest, row.coordenadaXDest),
  asap: row.asap,
  start: momentText(row.fechaServicio, undefined),
  conductor: row.conductor,
  telefono: row.telefono,
  features: parseFleetsFiltered(row.features).map(String),
  notes: row.notes,
  breaks: Object.fromEntries(row.breaks.map(({ id, value }) => [id, value])),
})

/** The case with the typed values. An untouched start is kept exactly, since the input only holds minutes. */
const detailsFrom = (row: AssistanceCase, typed: Values, breaks: readonly Break[]): CaseDetails => {
  const { origin, destination } = typed
  const isSameStart = typed.start === momentText(row.fechaServicio, undefined)
  return {
    ...detailsOf(row),
    localizacionVehiculo: origin?.addressField ?? '',
    coordenadaX: origin?.lon ?? null,
    coordenadaY: origin?.lat ?? null,
    direccionTraslado: destination?.addressField ?? '',
    coordenadaXDest: destination?.lon ?? null,
    coordenadaYDest: destination?.lat ?? null,
    asap: typed.asap,
    fechaServicio: isSameStart ? row.fechaServicio : (momentOf(typed.start, undefined) ?? 0),
    conductor: typed.conductor.trim(),
    telefono: typed.telefono.trim(),
    notes: typed.notes,
    features: typed.features.join(','),
    breaks: Object.entries(keptValues(breaks, typed.breaks)).map(([id, value]) => ({ id: Number(id), value })),
  }
}

type Options = {
  row: AssistanceCase
  breaks: readonly Break[]
  journal: readonly CaseChange[]
  onDone: (answer: AnswerOf<typeof assistance.mend>) => void
}

/** The form that corrects a case and books it. */
export const useMending = ({ row, breaks, journal, onDone }: Options) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadCases()
  const [seen] = useState(row.version)
  const [opened] = useState(row)
  const mandatoryDestination = useSessionState((state) => state.whitelabelConfig?.mandatoryDestination) ?? false
  const initial = valuesOf(row)
  const form = useRecordForm<Values, AnswerOf<typeof assistance.mend>>({
    version: row.version,
    seen,
    journal,
    initial: () => initial,
    follows: true,
    together: ['asap', 'start'],
    inputs,
    words: (name, value) => {
      if (name === 'start') return { label: t('fields.fechaServicio'), value: String(value).replace('T', ' ') }
      if (name === 'asap') return { value: t(value ? 'common.yes' : 'common.no') }
      return undefined
    },
    problems: (typed) => {
      const found = caseMistakes(detailsFrom(row, typed, breaks), { now: Date.now(), mandatoryDestination })
      const [missing] = breakProblems(applyValues(breaks, typed.breaks))
      return {
        ...(Object.fromEntries(found.map(({ field, problem }) => [inputOf(field), problem])) as Problems<Values>),
        ...(missing && { breaks: missing.problem }),
      }
    },
    send: (typed, version) =>
      client(assistance.mend, { params: { id: row.id }, body: { version, ...detailsFrom(row, typed, breaks) } }),
    onFailed: ({ status }) => {
      if ([0, 403, 404, 409].includes(status)) void reload()
      return undefined
    },
    onDone: (answer) => {
      void reload()
      onDone(answer)
    },
  })

  const isUnchanged = (name: keyof Values) =>
    JSON.stringify(form.values[name]) === JSON.stringify(valuesOf(opened)[name])
  const told = row.problems.map(({ field, problem, values, message }) => ({
    input: inputOf(field),
    words: problem ? problemWords(t, problem, values) : message,
  }))
  /** The error of an input: that of the typed value or, while it is unchanged, the case's own problem. */
  const errorOf = (name: Extract<keyof Values, string>) =>
    form.errorOf(name) ?? (isUnchanged(name) ? told.find(({ input }) => input === name)?.words : undefined)
  const breakErrorOf = (id: number) => {
    const [missing] = breakProblems(applyValues(breaks, form.values.breaks))
    if (missing?.id === id && form.errorOf('breaks')) return form.errorOf('breaks')
    return isUnchanged('breaks') ? told.find(({ input }) => input === `breaks.${id}`)?.words : undefined
  }
  const shownBreaks = applyValues(breaks, form.values.breaks).flatMap(({ id, visible }) =>
    visible ? [`breaks.${id}`] : [],
  )
  const isAtInput = (input: string) => input in form.values || shownBreaks.includes(input)
  /** Problems that belong to no input on the form. */
  const elsewhere = told.filter(({ input }) => !isAtInput(input)).map(({ words }) => words)
  return { form, errorOf, breakErrorOf, elsewhere }
}
