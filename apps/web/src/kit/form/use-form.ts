import type { ProblemKey } from '@parada/domain/problem/keys'
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailed, toFailure } from '../client.ts'
import { log } from '../log.ts'
import { problemWords } from '../problem-words.ts'
import { type Clash, isChangedFrom, openClashes, takeOver } from './take-over.ts'
import { unsaved } from './unsaved.ts'

export type Problems<Values> = Partial<Record<Extract<keyof Values, string>, ProblemKey | undefined>>

export type FormOptions<Values extends object, Answer> = {
  initial: () => Values
  /**
   * The record may change while the form is open: `initial` returns its current values, and untouched inputs follow.
   */
  follows?: boolean
  /** Inputs that only make sense together, for a form with `follows`. */
  together?: readonly Extract<keyof Values, string>[]
  /** The domain's rules: the problem with each input, if any. */
  problems?: (values: Values) => Problems<Values>
  /** Values that problem texts mention, such as lengths and limits. */
  limits?: Readonly<Record<string, string | number>>
  /** Called on an attempt to submit while a rule is broken. Nothing is sent. */
  onInvalid?: () => void
  /** True if the operator has to confirm something first. Nothing is sent until the next attempt. */
  holdsBack?: (values: Values) => boolean
  send: (values: Values) => Promise<Answer>
  onDone: (answer: Answer, values: Values) => void
  /** True if it has handled the failure, so that the form does not show it. */
  onFailed?: (failure: CallFailed, values: Values) => boolean | undefined
  /** Which input shows the server's message about a field or rule, where the names differ. */
  inputs?: Readonly<Record<string, Extract<keyof Values, string>>>
}

type Refusal<Name> = { name: Name | undefined; message: string; conflict: CallFailed['meta']['conflict'] }

/**
 * A form: problems show as the user types, but only for touched inputs; the server's message about a field goes to its
 * input; only one request is sent at a time; and typed values are kept whatever happens.
 */
export const useForm = <Values extends object, Answer>(options: FormOptions<Values, Answer>) => {
  type Name = Extract<keyof Values, string>
  const { problems, limits = {}, inputs = {} } = options
  const { t } = useTranslation()
  const [initial, setInitial] = useState(options.initial)
  const [values, setValues] = useState(initial)
  const [clashes, setClashes] = useState<readonly Clash<Name>[]>([])
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<Refusal<Name>>()
  const element = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const isThere = useRef(true)
  const [toFocus, setToFocus] = useState(0)

  const latest = options.follows ? options.initial() : initial
  if (isChangedFrom(initial, latest)) {
    const taken = takeOver({ before: initial, latest, typed: values, together: options.together ?? [] })
    const isAskedAnew = ({ name }: Clash) => taken.clashes.some((clash) => clash.name === name)
    setInitial(latest)
    setValues(taken.values)
    setClashes([...clashes.filter((clash) => !isAskedAnew(clash)), ...taken.clashes])
  }
  const unsettled = openClashes(clashes, values)

  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  useLayoutEffect(() => {
    if (toFocus > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-clash]')?.focus()
  }, [toFocus])

  const isChanged = isChangedFrom(initial, values)
  useEffect(() => (isChanged ? unsaved.hold() : undefined), [isChanged])

  const found: Problems<Values> = problems?.(values) ?? {}
  const isValid = Object.values(found).every((problem) => problem === undefined)

  const touch = (...names: string[]) => setTouched((before) => new Set([...before, ...names]))
  const change = (part: Partial<Values>) => {
    touch(...Object.keys(part))
    setRefused((before) => (before?.name !== undefined && !(before.name in part) ? before : undefined))
    setValues((before) => ({ ...before, ...part }))
  }

  const errorOf = (name: Name): string | undefined => {
    if (refused?.name === name) return refused.message
    const problem: ProblemKey | undefined = found[name]
    return problem && (isTried || touched.has(name)) ? problemWords(t, problem, { name, ...limits }) : undefined
  }

  const takeFailure = (failure: CallFailed) => {
    if (options.onFailed?.(failure, values) || !isThere.current) return
    // A 4xx refusal concerns only the operator; any other failure is also logged for support.
    if (failure.status < 400 || failure.status >= 500) log(failure.message, failure)
    const { field, problem, conflict } = failure.meta
    const refusedBy = field ?? problem
    const named = refusedBy === undefined ? undefined : (inputs[refusedBy] ?? refusedBy)
    const name = named !== undefined && named in values ? (named as Name) : undefined
    setRefused({ name, message: failure.message, conflict })
    setToFocus((times) => times + 1)
  }

  const submit = async () => {
    if (isBusy.current) return
    setTried(true)
    if (!isValid) options.onInvalid?.()
    if (!isValid || unsettled.length > 0) return setToFocus((times) => times + 1)
    if (options.holdsBack?.(values)) return
    isBusy.current = true
    setPending(true)
    setRefused(undefined)
    try {
      const answer = await options.send(values)
      if (isThere.current) options.onDone(answer, values)
    } catch (failure) {
      takeFailure(toFailure(failure))
    } finally {
      isBusy.current = false
      if (isThere.current) setPending(false)
    }
  }

  /** Resolves a clash with one of the two values. */
  const settle = ({ name, theirs }: Clash<Name>, kept: 'mine' | 'theirs') => {
    setClashes((before) => before.filter((clash) => clash.name !== name))
    if (kept === 'theirs') change({ [name]: theirs } as Partial<Values>)
  }

  /** Restores the initial values and clears all messages. */
  const reset = () => {
    setValues(initial)
    setTouched(new Set())
    setTried(false)
    setRefused(undefined)
  }

  return {
    values,
    change,
    submit,
    reset,
    isPending,
    isValid,
    /** Whether any value differs from the initial ones. */
    isChanged,
    /** Inputs that somebody else has changed as well and that are not settled yet. */
    clashes: unsettled,
    settle,
    errorOf,
    /** The refusal, if it is not about a single input. */
    failure: refused && refused.name === undefined ? refused.message : undefined,
    conflict: refused?.conflict,
    /** Props for a text input. */
    text: (name: Name) => ({
      value: String(values[name] ?? ''),
      error: errorOf(name),
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [name]: event.currentTarget.value } as unknown as Partial<Values>),
      onBlur: () => touch(name),
    }),
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        // In the React tree, a modal opened from another form lies inside that form, so the event would bubble into it.
        event.stopPropagation()
        void submit()
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        void submit()
      },
    },
  }
}

/** What a modal needs from its form. */
export type Form = {
  isPending: boolean
  isChanged: boolean
  failure: string | undefined
  formProps: ComponentProps<'form'>
}
