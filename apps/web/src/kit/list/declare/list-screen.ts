import type { AnswerOf, Call } from '@parada/contract/kit'
import type { Access } from '@parada/domain/access/permissions'
import type { ListFields, RowOf } from '@parada/domain/list/fields'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { createElement, Suspense } from 'react'
import { lazy } from '../../lazy.ts'
import { type ListSearch, searchOf, stateFrom } from '../state/list-state.ts'
import { defineList, type ListDefinition, type ListOptions } from './list-definition.ts'
import type { AnyRow, DerivedFacts } from './list-types.ts'
import type { CallOf } from './one-of.ts'

type Screen = {
  /** Message key. */
  title: string
  menu?: StaticDataRouteOption['menu']
  /** Who may open the screen, if that differs from who may make the call. */
  access?: Access
}

type ListRoute<Row> = {
  staticData: StaticDataRouteOption
  validateSearch: (search: Record<string, unknown>) => ListSearch<Row>
  component: () => React.ReactNode
  /** For a screen that steps through the rows in the list's own order. */
  definition: ListDefinition
}

/** The engine is a separate chunk, which a declaration in the main bundle must not pull in. */
const loadView = () => import('../view/list-view.tsx')
const View = lazy(async () => ({ default: (await loadView()).ListView }))

const makeScreen = (declared: Screen & Parameters<typeof defineList>[0]): ListRoute<AnyRow> => {
  const { title, menu, call } = declared
  const list = defineList(declared)
  const component = () => createElement(Suspense, { fallback: null }, createElement(View, { list }))
  return {
    staticData: { access: declared.access ?? call.access, title, ...(menu && { menu }) },
    validateSearch: (search) => searchOf(list, stateFrom(list, search)),
    component: Object.assign(component, { preload: loadView }),
    definition: list,
  }
}

type Local<C extends Call, F extends ListFields> = {
  call: C
  fields: F
  /** Extracts the rows from a response that arrives whole. */
  rows: (answer: AnswerOf<C>) => RowOf<F>[]
}

type ListScreen = {
  <F extends ListFields, Known = undefined>(
    declared: Screen & ListOptions<F, RowOf<F>, Known> & { call: CallOf<F> },
  ): ListRoute<RowOf<F>>
  <C extends Call, F extends ListFields>(
    declared: Screen & Local<C, F> & ListOptions<F, RowOf<F>, undefined, true>,
  ): ListRoute<RowOf<F>>
  <C extends Call, F extends ListFields, G extends ListFields, Facts extends object, Known>(
    declared: Screen &
      Local<C, F> & { derived: DerivedFacts<RowOf<F>, Facts, Known> & { fields: G } } & ListOptions<
        F & G,
        RowOf<F> & Facts,
        Known,
        true
      >,
  ): ListRoute<RowOf<F> & Facts>
}

/** A complete list screen. The kit decides everything that is not declared. */
export const listScreen = makeScreen as unknown as ListScreen
