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
  /** The record may change under the form: `initial` tells it as it is now, and inputs that nobody changed follow. */
  follows?: boolean
  /** Of a form that follows, the inputs that only make sense together. */
  together?: readonly Extract<keyof Values, string>[]
  /** The domain's rules: what is wrong with each input as it stands. */
  problems?: (values: Values) => Problems<Values>
  /** What the texts of problems name: lengths, limits. */
  limits?: Readonly<Record<string, string | number>>
  /** Sending was tried while a rule is broken; nothing is sent. */
  onInvalid?: () => void
  /** True if the operator has to confirm something first; the form waits for another try. */
  holdsBack?: (values: Values) => boolean
  send: (values: Values) => Promise<Answer>
  onDone: (answer: Answer, values: Values) => void
  /** True if it has dealt with the failure, so that the form does not show it. */
  onFailed?: (failure: CallFailed, values: Values) => boolean | undefined
  /** Which input shows the server's message about a field or a rule, where their names differ. */
  inputs?: Readonly<Record<string, Extract<keyof Values, string>>>
}

type Refusal<Name> = { name: Name | undefined; message: string; conflict: CallFailed['meta']['conflict'] }

/**
 * A form: rules are asked as one types and told of inputs that were touched, a refused field of the server's goes to its
 * input, nothing is sent twice at a time, and whatever happens the typed values stay.
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
    // A refusal is shown to the operator; anything else is logged for support.
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

  /** Answers for one input whose value is saved. */
  const settle = ({ name, theirs }: Clash<Name>, kept: 'mine' | 'theirs') => {
    setClashes((before) => before.filter((clash) => clash.name !== name))
    if (kept === 'theirs') change({ [name]: theirs } as Partial<Values>)
  }

  /** Clears the form for the next message. */
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
    /** Whether anything was typed that was not there before. */
    isChanged,
    /** What somebody else changed as well, and is still to be settled. */
    clashes: unsettled,
    settle,
    errorOf,
    /** What was refused without being about one input. */
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
        // In React's tree a modal opened by another is inside the other's form.
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

/** What a form's modal needs to know about it. */
export type Form = {
  isPending: boolean
  isChanged: boolean
  failure: string | undefined
  formProps: ComponentProps<'form'>
}
