import type { AnswerOf, Call, PageSpec } from '@parada/contract/kit'
import type { Access } from '@parada/domain/access'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { createElement, lazy, Suspense } from 'react'
import { defineList, type ListOptions } from './list-definition.ts'
import { type ListSearch, searchOf, stateFrom } from './list-state.ts'
import type { Derived } from './list-words.ts'

type PageCall = Call & { response: PageSpec }
type RowOf<C extends PageCall> = AnswerOf<C> extends { rows: (infer Row)[] } ? Row : never

type Screen = {
  /** Message key. */
  title: string
  menu?: StaticDataRouteOption['menu']
  /** Who may open the screen, where that is not who may make the call. */
  access?: Access
}

type ListRoute<Row> = {
  staticData: StaticDataRouteOption
  validateSearch: (search: Record<string, unknown>) => ListSearch<Row>
  component: () => React.ReactNode
}

/** The engine is a chunk of its own: a declaration in the main bundle must not drag it along. */
const loadView = () => import('./list-view.tsx')
const View = lazy(async () => ({ default: (await loadView()).ListView }))

/** A list screen, whole: everything that is not said here the kit decides. */
export function listScreen<C extends PageCall>(
  declared: Screen & ListOptions<RowOf<C>> & { call: C },
): ListRoute<RowOf<C>>
export function listScreen<C extends Call, Row>(
  declared: Screen & { call: C; rows: (answer: AnswerOf<C>) => Row[] } & ListOptions<Row>,
): ListRoute<Row>
export function listScreen<C extends Call, Record, Facts extends object, Known>(
  declared: Screen & {
    call: C
    rows: (answer: AnswerOf<C>) => Record[]
    derived: Derived<Record, Facts, Known>
  } & ListOptions<Record & Facts, Known>,
): ListRoute<Record & Facts>
export function listScreen<Row, Known>(
  declared: Screen &
    ListOptions<Row, Known> & {
      call: Call
      rows?: (answer: never) => unknown[]
      derived?: Derived<never, object, Known>
    },
): ListRoute<Row> {
  const { title, menu, call } = declared
  const list = defineList(declared)
  const component = () => createElement(Suspense, { fallback: null }, createElement(View, { list }))
  return {
    staticData: { access: declared.access ?? call.access, title, ...(menu && { menu }) },
    validateSearch: (search) => searchOf(list, stateFrom(list, search)) as ListSearch<Row>,
    component: Object.assign(component, { preload: loadView }),
  }
}
