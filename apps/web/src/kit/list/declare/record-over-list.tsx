import type { ListFields, RowOf } from '@parada/domain/list/fields'
import { type StaticDataRouteOption, useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../lazy.ts'
import { type CallOf, useOne } from './one-of.ts'

/** Every list is declared in the `frame` chunk, so what few of them ever show is loaded on demand. */
const MissingRecord = lazy(() => import('../view/missing-record.tsx'))

type RecordDeclaration<F extends ListFields> = {
  /** The path of the list, and the path parameter that holds the id. */
  list: string
  param: string
  call: CallOf<F>
  /** Message keys of the screen, of the modal, and of the text for a missing record. */
  title: string
  modalTitle: string
  missing: string
  modal: ComponentType<{ row: RowOf<F>; onClose: () => void }>
}

type RecordRoute = { staticData: StaticDataRouteOption; component: () => React.ReactNode }

/** Opens the record named in the URL over its list, or says that it is missing. */
export const recordOverList = <F extends ListFields>(declared: RecordDeclaration<F>): RecordRoute => {
  const { list, param, call, title, modalTitle, missing, modal: Open } = declared
  const component = () => {
    const { t } = useTranslation()
    const navigate = useNavigate()
    const id = (useParams({ strict: false }) as Record<string, string | undefined>)[param] ?? ''
    const { row, error, isLoading } = useOne(call, Number(id))
    const close = () => void navigate({ to: list, search: true })
    if (isLoading) return null
    return (
      <Suspense>
        {row ? (
          <Open key={id} row={row} onClose={close} />
        ) : (
          <MissingRecord title={t(modalTitle, { id })} message={error?.message ?? t(missing, { id })} onClose={close} />
        )}
      </Suspense>
    )
  }
  return { staticData: { access: call.access, title }, component }
}
